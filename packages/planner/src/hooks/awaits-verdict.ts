import type { Checks } from './compile-hooks.ts'

/** Whether `beforeTool` looks at a tool; then its calls are shown after the verdict. */
export function awaitsVerdict({ agent }: { agent: { readonly checks: Checks } }, tool: string): boolean {
  const hook = agent.checks.beforeTool
  return hook !== undefined && (hook.tools?.has(tool) ?? true)
}
