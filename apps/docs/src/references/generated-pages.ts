import type { Page } from '../pages/page.ts'
import { foldersIn, read } from '../pages/sources.ts'
import { apiPages } from './api-pages.ts'
import { errorPage } from './error-page.ts'
import { eventPage } from './event-page.ts'
import { httpPage } from './http-page.ts'
import { versionsPage } from './versions-page.ts'

const codes = 'packages/core/src/errors/codes.ts'
const events = 'packages/core/src/contracts/events.ts'

/** Returns the pages that are made from tables and types of the repository whenever the site is built, so that they cannot be out of date. */
export async function generatedPages(): Promise<Page[]> {
  return [
    { slug: 'reference/errors', source: codes, text: errorPage(read(codes)) },
    { slug: 'reference/events', source: events, text: eventPage(read(events)) },
    {
      slug: 'reference/http',
      source: 'apps/docs/pages/reference/http.md',
      text: await httpPage(),
      alsoFor: ['packages/agui-adapter/src/handlers/route-table.ts'],
    },
    { slug: 'reference/versions', source: 'apps/docs/pages/reference/versions.md', text: versionsPage(foldersIn('packages')) },
    ...apiPages(),
  ]
}
