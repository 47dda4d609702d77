import { isRecord } from '@pf/core/internal'
import type { AnswerCheck } from '../guardrails/answer-check.ts'

/** Guardrails of an agent. Their verdicts are in the audit log of the owner, if the ports have one. */
export interface GuardrailOptions {
  /**
   * Checks that everything the model says to the user has to pass, in this order, before it is sent: the answer and the other texts of its
   * payload, drafts, and the texts that the model writes into components and questions. A check sees what the one before it has approved, and
   * what a hook `onAnswerDelta` has approved before all of them. Reasoning is not sent.
   */
  answerChecks?: readonly AnswerCheck[]
}

const options = ['answerChecks']
const sizes: readonly unknown[] = ['sentence', 'paragraph', 'answer']

/** Returns the faults of the options, described so that the host can correct them. An invalid guardrail must never result in an agent without it. */
export function guardrailFaults(given: unknown): string[] {
  if (given === undefined) return []
  if (!isRecord(given)) return ['guardrails must be an object']
  const unknown = Object.keys(given).filter((key) => !options.includes(key))
  return [...unknown.map((key) => `guardrails.${key.slice(0, 40)} is not an option; the options are ${options.join(', ')}`), ...checkFaults(given.answerChecks)]
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
