import type { Run } from '../run/run.ts'

/** Whether `beforeTool` looks at a tool; then its calls are shown after the verdict. */
export function awaitsVerdict({ agent }: Pick<Run, 'agent'>, tool: string): boolean {
  const hook = agent.checks.beforeTool
  return hook !== undefined && (hook.tools?.has(tool) ?? true)
}
