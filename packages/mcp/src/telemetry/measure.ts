import { metrics } from '@opentelemetry/api'
import type { McpAttributes } from './transport-attributes.ts'

/** Bucket boundaries that the MCP conventions recommend, in seconds. */
const buckets = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300]

/** Records the seconds since `start` (of `performance.now()`) in a histogram. The meter is requested each time, so that a later one is still used. */
export function measureSince(start: number, name: 'mcp.client.operation.duration' | 'mcp.client.session.duration', attributes: McpAttributes): void {
  metrics
    .getMeter('@pf/mcp')
    .createHistogram(name, { unit: 's', advice: { explicitBucketBoundaries: buckets } })
    .record((performance.now() - start) / 1_000, attributes)
}
