import { layOut, type Wanted } from './layout.ts';

addEventListener('message', ({ data }: MessageEvent<Wanted>) => {
  postMessage(layOut(data));
});
