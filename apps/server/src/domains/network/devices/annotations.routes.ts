import type { annotationCalls } from '@airloom/contract/devices/annotations.calls';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import * as notes from './notes/notes.service.ts';
import * as photos from './photos/photos.service.ts';
import * as tags from './tags/tags.service.ts';

export function annotationRoutes(platform: Platform): Handlers<keyof typeof annotationCalls> {
  return {
    changeDeviceTags: async (input, context) => {
      const count = await tags.changeTags(platform, context.scope, input);
      changed(context, count > 0);
      return { changed: count };
    },

    listDeviceNotes: (input, { scope }) => notes.listNotes(platform, scope, input),
    addDeviceNote: async (input, { scope }) => ({ noteUUID: await notes.addNote(platform, scope, input) }),
    updateDeviceNote: async (input, context) =>
      changed(context, await notes.changeNote(platform, context.scope, input)),
    deleteDeviceNote: async ({ noteUUID }, { scope }) => {
      await notes.deleteNote(platform, scope, noteUUID);
      return null;
    },

    listDevicePhotos: ({ deviceUUID }, { scope }) => photos.listPhotos(platform, scope, deviceUUID),
    addDevicePhoto: async (input, { scope }) => ({
      photoUUID: await photos.addPhoto(platform, scope, input),
    }),
    deleteDevicePhoto: async ({ photoUUID }, { scope }) => {
      await photos.deletePhoto(platform, scope, photoUUID);
      return null;
    },
  };
}
