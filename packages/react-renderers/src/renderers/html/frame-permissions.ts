/** What browsers grant to frames by default or on request, for browsers that cannot list it. */
const KNOWN =
  'accelerometer autoplay bluetooth camera clipboard-read clipboard-write display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid idle-detection magnetometer microphone midi payment picture-in-picture publickey-credentials-create publickey-credentials-get screen-wake-lock serial speaker-selection storage-access sync-xhr usb web-share xr-spatial-tracking'

/** The value of a frame's `allow` attribute that turns off every feature of the browser that a permissions policy controls. */
export function denyAllFeatures(): string {
  const { featurePolicy } = document as Document & { featurePolicy?: { features(): string[] } }
  return (featurePolicy?.features() ?? KNOWN.split(' ')).map((feature) => `${feature} 'none'`).join('; ')
}
