import type { Client, Tool } from '@modelcontextprotocol/client'
import { isRecord } from '@pf/core/internal'
import { listTools } from '../tools/list-tools.ts'
import { type Check, checkDeclaration } from './check-declaration.ts'
import { checkResult } from './check-result.ts'

/** The checks of one tool. */
export interface ToolReport {
  tool: string
  checks: Check[]
  /** Paths of its output that later calls of a plan can reference, such as `$N.output.artifact.title`. */
  references: string[]
}

/** The result of `checkCompliance`. */
export interface ComplianceReport {
  /** True when no check failed. */
  ok: boolean
  tools: ToolReport[]
  /** The report as lines for a terminal. */
  text: string
}

/** Options of `checkCompliance`. */
export interface ComplianceOptions {
  /** Arguments of one harmless call per tool name. Tools without an entry are checked without being called. */
  samples?: Readonly<Record<string, Record<string, unknown>>>
  /** Require the standard shape (artifact_id, artifact, _metadata) of every output. Default true. */
  standard?: boolean
  /** Milliseconds that a sample call may take without progress. Default 30,000. */
  timeoutMs?: number
}

/**
 * Runs the compliance checklist of spec 001 for every tool of a server: declared output, structured content, the same content as JSON text,
 * complete metadata and a readable summary. Throws PfError `protocol` when the tools cannot be listed.
 */
export async function checkCompliance(client: Client, options: ComplianceOptions = {}): Promise<ComplianceReport> {
  const tools: ToolReport[] = []
  for (const tool of await listTools(client, { maxTools: 1_000 })) tools.push(await reportOf(client, tool, options))
  const ok = tools.every(({ checks }) => checks.every(({ status }) => status !== 'fail'))
  return { ok, tools, text: tools.map(toText).join('\n') }
}

async function reportOf(client: Client, tool: Tool, { samples = {}, standard = true, timeoutMs = 30_000 }: ComplianceOptions): Promise<ToolReport> {
  const { checks, references } = checkDeclaration(tool, standard)
  const sample = Object.hasOwn(samples, tool.name) ? samples[tool.name] : undefined
  if (sample === undefined)
    return { tool: tool.name, references, checks: [...checks, { id: 'called', status: 'skip', detail: 'No sample arguments were given.' }] }
  try {
    const result = await client.callTool({ name: tool.name, arguments: sample }, { timeout: timeoutMs, toolDefinition: tool })
    return { tool: tool.name, references, checks: [...checks, ...checkResult(tool, result, standard)] }
  } catch (error) {
    return { tool: tool.name, references, checks: [...checks, { id: 'called', status: 'fail', detail: messageOf(error) }] }
  }
}

const messageOf = (error: unknown) => (isRecord(error) && typeof error.message === 'string' ? error.message.slice(0, 300) : 'The call failed.')

function toText({ tool, checks, references }: ToolReport): string {
  const lines = checks.map(({ id, status, detail }) => `  ${status.toUpperCase().padEnd(4)} ${id}: ${detail}`)
  return [tool, ...lines, `  output: ${references.join(', ') || 'nothing to reference'}`].join('\n')
}
