import { tokenReport } from './lib/token-report.ts'

// node scripts/tokens.ts: what the components cost a model, by tier, beside other projects.
console.log(tokenReport())
