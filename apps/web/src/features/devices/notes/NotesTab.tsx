import { annotationCalls } from '@airloom/contract/devices/annotations.calls';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { refreshCalls } from '../../../shared/api/query-client.ts';
import { Notes } from './Notes.tsx';
import './notes.css';
import { onNotesChanged } from './notes-changed.ts';
import { Photos } from './Photos.tsx';

onNotesChanged(() => void refreshCalls(annotationCalls.listDeviceNotes, annotationCalls.listDevicePhotos));

/** What people write down about a device, and pictures of where it is. */
export default function NotesTab({ device }: { device: DeviceDetail }) {
  return (
    <div className="notes-columns">
      <Notes deviceUUID={device.deviceUUID} />
      <Photos deviceUUID={device.deviceUUID} name={device.name} />
    </div>
  );
}
