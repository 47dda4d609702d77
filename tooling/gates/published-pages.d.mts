interface Published {
  manifest: { peerDependencies?: Record<string, string>; peerDependenciesMeta?: Record<string, { optional?: boolean }> }
  pages: Record<string, string>
  files: readonly string[]
}
export function publishedPageFaults(published: Published): string[]
export function citationsIn(text: string): string[]
