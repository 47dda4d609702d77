import { describe, expect, it } from 'vitest'
import { casingFaults } from './casing-faults.mjs'

const report = (code: string) => `## API Report File for "@pf/x"\n\n\`\`\`ts\n\n${code}\n\n\`\`\`\n`

describe('members in snake_case', () => {
  it.each([
    ['of options', 'export interface RunOptions {\n    thread_id?: string;\n}', 'RunOptions.thread_id'],
    ['of a context', 'export type ToolContext = {\n    run_id: string;\n};', 'ToolContext.run_id'],
    ['of an info', 'export interface HookInfo {\n    at: { run_id: string };\n}', 'HookInfo.run_id'],
    ['of a method of hooks', 'export interface AgentHooks {\n    on_log?(): void;\n}', 'AgentHooks.on_log'],
    ['of a type that extends an info', 'export interface BeforeTool extends HookInfo {\n    tool_call_id: string;\n}', 'BeforeTool.tool_call_id'],
    ['of options in place', 'export interface TaskStore {\n    claim(options: { ttl_ms: number }): void;\n}', 'TaskStore(options).ttl_ms'],
    ['of options in a union', "export function end(how: 'now' | { wait_ms: number }): void;", 'end(how).wait_ms'],
    ['of options of a constant', 'export const end: (how: {\n    wait_ms: number;\n}) => void;', 'end(how).wait_ms'],
  ])('%s are faults', (_name, code, fault) => {
    expect(casingFaults(report(code))).toEqual([fault])
  })

  it.each([
    ['of records', 'export interface RunRecord {\n    run_id: string;\n}'],
    ['of records that options hold', 'export interface RunOptions {\n    run: RunRecord;\n}'],
    ['of positional parameters', 'export interface RunStore {\n    load(scope: Scope, run_id: string): void;\n}'],
    ['of results', 'export interface TaskStore {\n    claim(): { task_id: string };\n}'],
    ['of exceptions', 'export interface ClientInfo {\n    client_tools: string[];\n}'],
  ])('%s are none', (_name, code) => {
    expect(casingFaults(report(code))).toEqual([])
  })
})
