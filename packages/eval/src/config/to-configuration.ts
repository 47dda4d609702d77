import { type Model, PfError } from '@pf/core'
import { createPolicy, defaultRegistry, extendRegistry, type Policy } from '@pf/registry'
import type { Suite } from '../briefs/read-suite.ts'
import type { EvalConfiguration } from './configuration.ts'
import { isPort, type ModelAddress, type ReadConfiguration } from './eval-config.ts'

/** Makes a configuration from its part of a config file. A model of `given` replaces its own. Throws PfError `invalid_config`. */
export async function toConfiguration(
  name: string,
  input: ReadConfiguration,
  { suite, env, given }: { suite: Suite; env: Readonly<Record<string, string | undefined>>; given?: Model | undefined },
): Promise<EvalConfiguration> {
  const { components, agent, price } = input
  const policy = input.policy ?? (components ? overriddenPolicy(components, suite) : undefined)
  const model = given ?? (await modelOf(name, input.model, env))
  return {
    name,
    model,
    ...(policy ? { policy } : {}),
    ...(agent ? { agent } : {}),
    ...(price ? { price: { input: price.input, output: price.output, ...(price.cached === undefined ? {} : { cached: price.cached }) } } : {}),
  }
}

function overriddenPolicy(components: NonNullable<ReadConfiguration['components']>, suite: Suite): Policy {
  const override = Object.fromEntries(
    Object.entries(components).map(([name, words]) => [name, Object.fromEntries(Object.entries(words).filter(([, text]) => text !== undefined))]),
  )
  const registry = extendRegistry(defaultRegistry(), { override })
  return createPolicy({ registry, ...(suite.allowlist ? { allowlist: suite.allowlist } : {}), urlHosts: suite.url_hosts })
}

async function modelOf(name: string, input: ReadConfiguration['model'], env: Readonly<Record<string, string | undefined>>): Promise<Model> {
  if (input === undefined) throw new PfError('invalid_config', `The configuration ${name} has no model. Give it one, or use --replay.`)
  return isPort(input) ? input : modelAt(input as ModelAddress, env)
}

async function modelAt({ name, baseUrl, apiKeyEnv = 'OPENAI_API_KEY' }: ModelAddress, env: Readonly<Record<string, string | undefined>>): Promise<Model> {
  const apiKey = env[apiKeyEnv]
  if (!apiKey) throw new PfError('invalid_config', `Set ${apiKeyEnv} to the key of the model server. A server without keys takes any text.`)
  const [{ openaiModel }, { default: OpenAI }] = await Promise.all([import('@pf/planner/openai'), import('openai')]).catch((cause: unknown) => {
    throw new PfError('invalid_config', 'The package openai is not installed. Run: npm install --save-dev openai', { cause })
  })
  return openaiModel({ client: new OpenAI({ apiKey, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) }), model: name })
}
