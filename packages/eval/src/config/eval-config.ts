import type { Model } from '@pf/core'
import type { ModelPrice } from '@pf/planner'
import type { ComponentOverride, Policy } from '@pf/registry'
import { custom, int, number, type output, record, strictObject, string, union } from 'zod'
import type { EvalConfiguration, SpendingLimit } from './configuration.ts'

/** A model behind an OpenAI-compatible address. */
export interface ModelAddress {
  /** Name of the model. */
  name: string
  /** Default: that of OpenAI. */
  baseUrl?: string
  /** Name of the environment variable with the key. Default `OPENAI_API_KEY`. */
  apiKeyEnv?: string
}

/** One configuration in a config file. */
export interface ConfigurationInput {
  /** A model port, or the address of a model. Not needed for recorded calls. */
  model?: Model | ModelAddress
  /** The components of a registry of your own. Cannot be combined with `components`. */
  policy?: Policy
  /** Other descriptions of components of @pf/registry, by name. */
  components?: Readonly<Record<string, Pick<ComponentOverride, 'description' | 'need' | 'when'>>>
  agent?: EvalConfiguration['agent']
  price?: ModelPrice
}

/** The default export of `pf-eval.config.ts`, or the content of `pf-eval.config.json`. */
export interface EvalConfig {
  /** Folder of the suite, relative to the file. Default: the suite of @pf/eval. */
  suite?: string
  /** Module with `components` and `kits` of your own, as `PfProvider` takes them, for the pictures of the report; relative to the file. */
  page?: string
  /** By name. With two of them, they are compared in their order. */
  configurations: Readonly<Record<string, ConfigurationInput>>
  /** Number of runs of each brief. Default 1. */
  runs?: number
  /** Number of runs at the same time. Default 4. */
  concurrency?: number
  /** What each configuration may spend. */
  limit?: SpendingLimit
}

/** Returns the configuration, for the types of an editor. */
export const defineEvalConfig = (config: EvalConfig): EvalConfig => config

const positive = number().gt(0)
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const words = string().min(1).max(2_000).exactOptional()
const address = strictObject({
  name: string().min(1).max(200),
  baseUrl: string()
    .regex(/^https?:\/\//, 'must begin with http:// or https://')
    .max(2_000)
    .exactOptional(),
  apiKeyEnv: string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')
    .exactOptional(),
})
const isModel = (value: unknown): value is Model =>
  isObject(value) && typeof (value as Model).stream === 'function' && typeof (value as Model).name === 'string'

const configuration = strictObject({
  model: union([custom<Model>(isModel), address], 'must be a model port, or {"name", "baseUrl"?, "apiKeyEnv"?}').exactOptional(),
  policy: custom<Policy>(
    (value) => isObject(value) && typeof (value as Policy).allows === 'function',
    'must be made by createPolicy of @pf/registry',
  ).exactOptional(),
  components: record(string().max(64), strictObject({ description: words, need: words, when: words })).exactOptional(),
  agent: custom<NonNullable<EvalConfiguration['agent']>>(isObject, 'must be an object of options of createAgent').exactOptional(),
  price: strictObject({ input: number().min(0), output: number().min(0), cached: number().min(0).exactOptional() }).exactOptional(),
}).refine(({ policy, components }) => !(policy && components), 'has policy and components; give one of them')

/** The schema of a config file. */
export const configSchema = strictObject({
  $schema: string().exactOptional(),
  suite: string().min(1).max(1_000).exactOptional(),
  page: string().min(1).max(1_000).exactOptional(),
  configurations: record(string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u, 'a name has letters, digits, spaces, dots and hyphens'), configuration).refine(
    (all) => Object.keys(all).length >= 1 && Object.keys(all).length <= 20,
    'needs 1 to 20 configurations',
  ),
  runs: int().min(1).max(1_000).exactOptional(),
  concurrency: int().min(1).max(64).exactOptional(),
  limit: strictObject({ tokens: positive.exactOptional(), cost: positive.exactOptional() }).exactOptional(),
})

export type ReadConfig = output<typeof configSchema>
export type ReadConfiguration = output<typeof configuration>
export const isPort = isModel
