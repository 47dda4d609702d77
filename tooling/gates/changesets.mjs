// Checks that a changeset names every package that changed since its last version, and that every changeset states the kind of its change.
import { missingChangesets, unsortedChangesets } from './missing-changesets.mjs'

const missing = missingChangesets('.')
const unsorted = unsortedChangesets('.')
for (const name of missing) console.error(`${name} has changed since its last version and no changeset names it; run: npm run pf -- pnpm exec changeset`)
for (const page of unsorted) console.error(`.changeset/${page} must be one paragraph that begins with "Breaking: ", "Added: " or "Fixed: "`)
process.exit(missing.length + unsorted.length ? 1 : 0)
