import { errorBody, type OpenAiError } from '../http/open-ai-error.ts'
import type { WireStep } from './wire-step.ts'

/** Answers with one body of a given type. */
export function bodySteps(
  text: string,
  { status = 200, type = 'application/json', headers = {} }: { status?: number; type?: string; headers?: Record<string, string> } = {},
): WireStep[] {
  return [{ do: 'head', status, headers: { 'content-type': type, ...headers } }, { do: 'write', text }, { do: 'end' }]
}

/** Answers with an error in OpenAI's shape. */
export function errorSteps(error: OpenAiError, headers: Record<string, string> = {}): WireStep[] {
  return bodySteps(errorBody(error), { status: error.status, headers })
}
