/** Messages of a video. */
export const videoMessages = {
  video: 'Video',
  on: (host: string) => `A video on ${host}`,
  show: (host: string) => `Show video from ${host}`,
  failed: 'The video did not load, or this browser cannot play it.',
  noAddress: 'This video has no address.',
  wrongKind: 'Videos of this type are not supported.',
  notLoadable: 'This video has no address that can be loaded.',
  ownAddress: 'Videos are not loaded from this page’s own address.',
  notStored: 'This video is stored, but has no address.',
}
