import type { FinalPayload } from '@pf/core'
import { z } from 'zod'
import { salesReport, salesRow } from './tools/sales-report.ts'

/** Rows above 32 KB are in the artifact store; the payload then holds a reference, which GET /artifacts/ID?offset=0&limit=1000 reads. */
const storedRows = z.looseObject({ artifact_id: z.string(), items: z.int() })
const fields = z.object({ rows: z.union([z.array(salesRow), storedRows]) })

/**
 * Returns the artifact fields of the first sales report of a run, checked by the schema of the tool; undefined if the tool was not called.
 * `artifacts` of a payload maps the name of a tool to the marked fields of its result. Throws a ZodError if they do not fit.
 */
export function readReport({ artifacts }: FinalPayload): z.infer<typeof fields> | undefined {
  const report = artifacts[salesReport.name]
  return report === undefined ? undefined : fields.parse(report)
}
