import { compilePattern } from '@pf/core/internal'
import { array, boolean, enum as choice, int, json, literal, number, object, record, strictObject, string, union, type ZodType } from 'zod'
import type { AcceptableChoice, Brief, BriefTool, Column, ExpectedFigure, Mistake, PropCheck, SuiteFile } from './brief.ts'

const scalar = union([string().max(2_000), number(), boolean(), literal(null)])
const name = string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be the name of a component')
const pointer = string()
  .max(300)
  .regex(/^(?:\/[^/]*)*$/, 'must be a JSON Pointer such as /option/series/*/type')
const pattern = string()
  .max(500)
  .refine((source) => compilePattern(source).ok, 'must be a regular expression without look-around, lazy parts or references')
const range = strictObject({ min: number().exactOptional(), max: number().exactOptional() })

const check: ZodType<PropCheck> = strictObject({
  path: pointer,
  is: array(scalar).min(1).max(50).exactOptional(),
  pattern: pattern.exactOptional(),
  range: range.exactOptional(),
  length: range.exactOptional(),
  found: range.exactOptional(),
  every: boolean().exactOptional(),
  optional: boolean().exactOptional(),
})

const acceptable: ZodType<AcceptableChoice> = strictObject({
  component: name,
  grade: number().gt(0).max(1),
  checks: array(check).max(30).default([]),
  columns: array(string().min(1).max(100)).max(50).default([]),
  contains: array(strictObject({ component: name, min: int().min(1).max(100).default(1) }))
    .max(20)
    .default([]),
})

const mistake: ZodType<Mistake> = strictObject({
  component: name.exactOptional(),
  checks: array(check).max(30).default([]),
  reason: string().min(1).max(300),
})

const figure: ZodType<ExpectedFigure> = strictObject({
  value: number(),
  where: choice(['answer', 'component', 'anywhere']).default('anywhere'),
})

const column: ZodType<Column> = union([
  strictObject({ name: string().min(1).max(100), kind: literal('date'), start: string().regex(/^\d{4}-\d\d-\d\d$/), step_days: number().gt(0).default(1) }),
  strictObject({
    name: string().min(1).max(100),
    kind: literal('number'),
    min: number(),
    max: number(),
    trend: number().default(0),
    decimals: int().min(0).max(6).default(0),
  }),
  strictObject({ name: string().min(1).max(100), kind: literal('choice'), of: array(scalar).min(1).max(1_000) }),
  strictObject({ name: string().min(1).max(100), kind: literal('number_from'), prefix: string().max(60).default(''), start: int().default(1) }),
])

const rows = array(record(string().max(100), scalar)).max(2_000)

const tool: ZodType<BriefTool> = strictObject({
  name: string().regex(/^[a-z][a-z0-9_]{0,40}$/, 'must be the name of a tool'),
  description: string().min(1).max(1_000),
  rows: rows.exactOptional(),
  generate: strictObject({ count: int().min(1).max(20_000), columns: array(column).min(1).max(40), seed: int().default(1) }).exactOptional(),
  preview_rows: int().min(0).max(200).default(5),
  facts: record(string().max(100), json()).default({}),
  artifacts: record(string().max(100), json()).default({}),
})

const brief: ZodType<Brief> = strictObject({
  id: string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must consist of lower-case words with hyphens')
    .max(80),
  language: string()
    .regex(/^[a-z]{2}$/)
    .default('en'),
  question: string().min(1).max(4_000),
  tools: array(tool).max(5).default([]),
  expect: strictObject({
    components: array(acceptable).max(12).default([]),
    none: number().min(0).max(1).default(0),
    must_not: array(mistake).max(12).default([]),
    references: choice(['required', 'free']).default('free'),
    max_components: int().min(0).max(20).default(1),
    figures: array(figure).max(20).default([]),
    answer: array(pattern).max(10).default([]),
    reason: string().min(1).max(600),
  }).refine(({ components, none }) => components.length > 0 || none > 0, 'must accept at least one component, or none'),
})

/** One file of a suite. */
export const briefFileSchema: ZodType<{ briefs: Brief[] }> = object({ $schema: string().exactOptional(), briefs: array(brief).min(1).max(1_000) }).strict()

/** The file `suite.json`. */
export const suiteFileSchema: ZodType<SuiteFile> = object({
  $schema: string().exactOptional(),
  name: string().min(1).max(100),
  description: string().max(2_000).default(''),
  allowlist: array(name).max(200).exactOptional(),
  url_hosts: array(string().max(200)).max(50).default([]),
  system: string().max(20_000).exactOptional(),
}).strict()
