import { type LayoutRequest, layOut } from './layout.ts';

addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  postMessage(layOut(data));
});
