/** Messages of an image. `alt` is its text alternative, or empty. */
export const imageMessages = {
  image: 'Image',
  close: 'Close',
  on: (host: string, alt: string) => `An image on ${host}${alt && `: ${alt}`}`,
  show: (host: string) => `Show image from ${host}`,
  failed: (alt: string) => `The image did not load.${alt && ` Description: ${alt}`}`,
  shows: (alt: string) => `Description: ${alt}`,
  enlarge: (alt: string) => `Enlarge image${alt && `: ${alt}`}`,
  noAddress: 'This image has no address.',
  wrongKind: 'Images of this type are not supported.',
  notLoadable: 'This image has no address that can be loaded.',
  ownAddress: 'Images are not loaded from this page’s own address.',
  notStored: 'This image is stored, but has no address.',
}
