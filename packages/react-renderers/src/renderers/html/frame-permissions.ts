/** Features that browsers grant to frames by default or on request, for browsers that cannot list them. */
const KNOWN =
  'accelerometer autoplay bluetooth camera clipboard-read clipboard-write display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid idle-detection magnetometer microphone midi payment picture-in-picture publickey-credentials-create publickey-credentials-get screen-wake-lock serial speaker-selection storage-access sync-xhr usb web-share xr-spatial-tracking'

/** Returns the value of a frame's `allow` attribute that disables every feature that a permissions policy controls. */
export function denyAllFeatures(): string {
  const { featurePolicy } = document as Document & { featurePolicy?: { features(): string[] } }
  return (featurePolicy?.features() ?? KNOWN.split(' ')).map((feature) => `${feature} 'none'`).join('; ')
}
