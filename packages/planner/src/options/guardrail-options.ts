import { isRecord } from '@pf/core/internal'
import type { AnswerCheck } from '../guardrails/answer-check.ts'
import type { MaskingOptions } from '../guardrails/masking.ts'
import { builtInDetectors } from '../guardrails/personal-data.ts'
import type { UntrustedContentOptions } from '../guardrails/untrusted-content.ts'

/** Guardrails of an agent. Their verdicts are in the audit log of the owner, if the ports have one. */
export interface GuardrailOptions {
  /**
   * Checks that everything the model says to the user has to pass, in this order, before it is sent: the answer and the other texts of its
   * payload, drafts, and the texts that the model writes into components, questions and calls of front-end tools. A check sees what the one before it has approved, and
   * what a hook `onAnswerDelta` has approved before all of them. Reasoning is not sent.
   */
  answerChecks?: readonly AnswerCheck[]
  /**
   * Masks personal data in everything that a model reads: it sees placeholders, and the user and chosen tools get the data. The stores of the
   * agent keep the data as without the option.
   */
  masking?: MaskingOptions
  /**
   * Marks results of tools that come from outside, or that look like orders to the model: in the prompt, as `warning` events and in the audit
   * log. Approval rules can use the marks.
   */
  untrustedContent?: UntrustedContentOptions
}

const options = ['answerChecks', 'masking', 'untrustedContent']
const sizes: readonly unknown[] = ['sentence', 'paragraph', 'answer']

/** Returns the faults of the options, described so that the host can correct them. An invalid guardrail must never result in an agent without it. */
export function guardrailFaults(given: unknown, tools: readonly string[]): string[] {
  if (given === undefined) return []
  if (!isRecord(given)) return ['guardrails must be an object']
  const unknown = Object.keys(given).filter((key) => !options.includes(key))
  return [
    ...unknown.map((key) => `guardrails.${key.slice(0, 40)} is not an option; the options are ${options.join(', ')}`),
    ...checkFaults(given.answerChecks),
    ...maskingFaults(given.masking, tools),
    ...contentFaults(given.untrustedContent, tools),
  ]
}

function checkFaults(checks: unknown): string[] {
  if (checks === undefined) return []
  if (!Array.isArray(checks)) return ['guardrails.answerChecks must be a list of {name, check}']
  const names = checks.map((check: unknown) => (isRecord(check) ? check.name : undefined))
  const doubled = [...new Set(names.filter((name, index) => name !== undefined && names.indexOf(name) !== index))]
  return [
    ...checks.flatMap((check: unknown, index) => faultsOf(check, `guardrails.answerChecks[${index}]`)),
    ...doubled.map((name) => `two of guardrails.answerChecks are named "${String(name).slice(0, 64)}"`),
  ]
}

function faultsOf(check: unknown, at: string): string[] {
  if (!isRecord(check)) return [`${at} must be {name, check}`]
  const { name, by = 'sentence', maxChars = 4_000, timeoutMs = 5_000 } = check
  return [
    ...(typeof name === 'string' && name.trim() !== '' && name.length <= 100 ? [] : [`${at}.name must be a string of 1 to 100 characters`]),
    ...(typeof check.check === 'function' ? [] : [`${at}.check must be a function`]),
    ...(sizes.includes(by) ? [] : [`${at}.by must be sentence, paragraph or answer`]),
    ...(isInteger(maxChars, 100, 100_000) ? [] : [`${at}.maxChars must be an integer from 100 to 100000`]),
    ...(isInteger(timeoutMs, 1, 2_147_483_647) ? [] : [`${at}.timeoutMs must be an integer, in milliseconds`]),
  ]
}

const isInteger = (value: unknown, min: number, max: number) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max

const maskingOptions = ['key', 'detect', 'names', 'restoreInTools']
const kinds = Object.keys(builtInDetectors)

function maskingFaults(given: unknown, tools: readonly string[]): string[] {
  if (given === undefined) return []
  if (!isRecord(given)) return ['guardrails.masking must be {key, detect?, names?, restoreInTools?}']
  const { key, detect = [], names = [], restoreInTools = {} } = given
  const unknown = Object.keys(given).filter((name) => !maskingOptions.includes(name))
  return [
    ...unknown.map((name) => `guardrails.masking.${name.slice(0, 40)} is not an option; the options are ${maskingOptions.join(', ')}`),
    ...(typeof key === 'string' && key.length >= 32 ? [] : ['guardrails.masking.key must be a secret of at least 32 characters']),
    ...(Array.isArray(detect) && detect.every(isDetector) ? [] : [`each of guardrails.masking.detect must be ${kinds.join(', ')}, or {kind, find}`]),
    ...(typeof names === 'function' || (Array.isArray(names) && names.every((name) => typeof name === 'string'))
      ? []
      : ['guardrails.masking.names must be a list of names, or a function that returns one']),
    ...(isRecord(restoreInTools)
      ? restoreFaults(restoreInTools, tools)
      : ['guardrails.masking.restoreInTools must map names of tools to true or JSON Pointers']),
  ]
}

const isDetector = (detector: unknown) =>
  kinds.includes(detector as string) ||
  (isRecord(detector) && typeof detector.kind === 'string' && /^[a-z][a-z0-9]{0,19}$/.test(detector.kind) && typeof detector.find === 'function')

function restoreFaults(restore: Record<string, unknown>, tools: readonly string[]): string[] {
  return Object.entries(restore).flatMap(([name, fields]) => {
    const at = `guardrails.masking.restoreInTools["${name.slice(0, 64)}"]`
    const isValid = fields === true || (Array.isArray(fields) && fields.every((pointer) => typeof pointer === 'string' && pointer.startsWith('/')))
    return [...(tools.includes(name) ? [] : [`${at} is not the name of a tool`]), ...(isValid ? [] : [`${at} must be true or a list of JSON Pointers`])]
  })
}

function contentFaults(given: unknown, tools: readonly string[]): string[] {
  if (given === undefined) return []
  if (!isRecord(given) || Object.keys(given).some((key) => key !== 'sources')) return ['guardrails.untrustedContent must be {sources?}']
  const { sources = {} } = given
  if (!isRecord(sources)) return ['guardrails.untrustedContent.sources must map names of tools to trusted or untrusted']
  return Object.entries(sources).flatMap(([name, source]) => {
    const at = `guardrails.untrustedContent.sources["${name.slice(0, 64)}"]`
    return [
      ...(tools.includes(name) ? [] : [`${at} is not the name of a tool`]),
      ...(source === 'trusted' || source === 'untrusted' ? [] : [`${at} must be trusted or untrusted`]),
    ]
  })
}
