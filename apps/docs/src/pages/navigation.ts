import type { Page } from './page.ts'

/** A group of the navigation: the slugs of its pages in order, or the prefix of slugs that follow in alphabetical order. */
interface Group {
  label: string
  pages: string[]
  prefix?: string
  collapsed?: boolean
}

/** An entry of Starlight's sidebar. */
export interface SidebarGroup {
  label: string
  collapsed: boolean
  items: { label: string; slug: string }[]
}

/** The navigation from top to bottom. Pages that are not named follow in the group with their prefix. */
const groups: Group[] = [
  { label: 'Start', pages: ['', 'start/next', 'start/vite-hono', 'start/express', 'start/api-only', 'start/existing-app', 'start/demo'], prefix: 'start/' },
  { label: 'Guides', pages: [], prefix: 'guides/' },
  { label: 'Components', pages: ['components', 'components/lab'], prefix: 'components/', collapsed: true },
  { label: 'Concepts', pages: ['concepts/overview', 'concepts/architecture'], prefix: 'concepts/' },
  { label: 'Reference', pages: ['reference/errors', 'reference/http', 'reference/events', 'reference/versions'], prefix: 'reference/' },
  { label: 'API', pages: ['api'], prefix: 'api/', collapsed: true },
  { label: 'Packages', pages: [], prefix: 'packages/', collapsed: true },
  { label: 'Operations', pages: ['operations/operations', 'operations/observability', 'operations/security'], prefix: 'operations/' },
  { label: 'Comparison', pages: [], prefix: 'compare/' },
  { label: 'Examples', pages: [], prefix: 'examples/', collapsed: true },
  { label: 'Project', pages: ['project/migration', 'project/contributing'], prefix: 'project/', collapsed: true },
  { label: 'Decisions', pages: [], prefix: 'decisions/', collapsed: true },
]

/** Returns the navigation over all pages. Throws for a page that no group takes, and for a name without a page. */
export function navigationOf(pages: readonly (Page & { title: string })[]): SidebarGroup[] {
  const left = new Map(pages.map((page) => [page.slug, page]))
  const take = (slug: string) => {
    const page = left.get(slug)
    if (!page) throw new Error(`the navigation names ${slug || 'the home page'}, which does not exist`)
    left.delete(slug)
    return { label: page.label ?? page.title, slug }
  }
  const named = groups.map(({ pages: slugs }) => slugs.map(take))
  const built = groups.map(({ label, prefix, collapsed = false }, index) => {
    const more = [...left.keys()].filter((slug) => prefix !== undefined && slug.startsWith(prefix)).sort()
    return { label, collapsed, items: [...(named[index] ?? []), ...more.map(take)] }
  })
  if (left.size > 0) throw new Error(`no group of the navigation takes ${[...left.keys()].join(', ')}`)
  return built.filter(({ items }) => items.length > 0)
}
