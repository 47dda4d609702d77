import type { Checks } from './compile-hooks.ts'

/** Whether `beforeTool` checks a tool. Its calls are then shown after the verdict. */
export function awaitsVerdict({ agent }: { agent: { readonly checks: Checks } }, tool: string): boolean {
  const hook = agent.checks.beforeTool
  return hook !== undefined && (hook.tools?.has(tool) ?? true)
}
