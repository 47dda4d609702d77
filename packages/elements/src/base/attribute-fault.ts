const themes = ['light', 'dark', 'auto']
const credentialModes = ['omit', 'same-origin', 'include']

interface Attributes {
  theme: string
  credentials: string
  baseUrl: string
}

/** Returns the fault of an attribute whose value has no meaning. */
export function attributeFault({ theme, credentials, baseUrl }: Attributes): { fault: string } | undefined {
  if (theme !== '' && !themes.includes(theme)) return { fault: `theme="${theme.slice(0, 40)}" is not one of ${themes.join(', ')}.` }
  if (credentials !== '' && !credentialModes.includes(credentials))
    return { fault: `credentials="${credentials.slice(0, 40)}" is not one of ${credentialModes.join(', ')}.` }
  if (!isHttpAddress(baseUrl)) return { fault: `base-url="${baseUrl.slice(0, 80)}" is not an origin or a path, such as https://api.example.com.` }
  return undefined
}

function isHttpAddress(address: string): boolean {
  // The default is the page itself, which may be a file.
  if (address === '') return true
  try {
    return /^https?:$/.test(new URL(address, document.baseURI).protocol)
  } catch {
    return false
  }
}
