/** The publishable packages: folder name, absolute folder, parsed package.json. */
export function packages(): {
  name: string
  folder: string
  manifest: { name: string; version: string; engines?: Record<string, string>; dependencies?: Record<string, string>; devDependencies?: Record<string, string> }
}[]
