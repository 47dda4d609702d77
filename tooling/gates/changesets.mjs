// A package whose sources have changed since its last version is named by a changeset.
import { missingChangesets } from './missing-changesets.mjs'

const missing = missingChangesets('.')
for (const name of missing) console.error(`${name} has changed since its last version and no changeset names it; run: npm run pf -- pnpm exec changeset`)
process.exit(missing.length ? 1 : 0)
