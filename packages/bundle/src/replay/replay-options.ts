import type { StorePorts, ToolDefinition } from '@pf/core'
import { PfError } from '@pf/core'
import type { AgentOptions, Model } from '@pf/planner'
import { createPolicy, type PolicyOptions } from '@pf/registry'
import { plainOptions } from '../export/describe-agent.ts'
import type { AgentDescription, ToolDescription } from '../format/bundle.ts'

/** Creates the options of an agent from its description. Its tools cannot run; a replay gives them their recorded results. */
export function optionsFrom({ options, rich_output, tools }: AgentDescription, { model, ports }: { model: Model; ports: StorePorts }): AgentOptions {
  const plain = Object.entries(plainOptions).flatMap(([key, option]) => (Object.hasOwn(options, key) ? [[option, options[key]]] : []))
  return {
    ...(Object.fromEntries(plain) as Partial<AgentOptions>),
    model,
    ports,
    tools: tools.map(toolFrom),
    ...(rich_output ? { richOutput: richOutputFrom(rich_output) } : {}),
  }
}

function richOutputFrom(described: Record<string, unknown>): NonNullable<AgentOptions['richOutput']> {
  const { enabled, allowlist, renderers, limits, url_hosts, allow_html, html_sandbox, include_prompt_catalog, include_prompt_examples, typed_tools } = described
  const policy = definedOnly({ allowlist, renderers, limits, urlHosts: url_hosts, allowHtml: allow_html, htmlSandbox: html_sandbox }) as PolicyOptions
  const rest = definedOnly({ includePromptCatalog: include_prompt_catalog, includePromptExamples: include_prompt_examples, typedTools: typed_tools })
  return { enabled: enabled === true, ...(enabled === true ? { policy: createPolicy(policy) } : {}), ...rest }
}

const definedOnly = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null))

function toolFrom({ name, description, input, output, tags, side_effects, idempotent, timeout_ms, stream_args, source }: ToolDescription): ToolDefinition {
  return {
    name,
    description,
    input,
    ...(output === undefined ? {} : { output }),
    ...(tags ? { tags } : {}),
    ...(side_effects ? { sideEffects: side_effects } : {}),
    ...(idempotent === undefined ? {} : { idempotent }),
    ...(timeout_ms === undefined ? {} : { timeoutMs: timeout_ms }),
    ...(stream_args === undefined ? {} : { streamArgs: stream_args }),
    ...(source ? { source } : {}),
    run: () => {
      throw new PfError('tool_failed', `The tool ${name} has no code in a replay.`)
    },
  }
}
