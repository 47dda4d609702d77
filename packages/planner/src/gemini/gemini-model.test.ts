import { GoogleGenAI } from '@google/genai'
import { createReplayServer, geminiRecordings, type Recording, type ReplayServer } from '@pf/testing/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askedAgain, chunksOf, question } from '../test-support/model-calls.ts'
import { geminiModel } from './gemini-model.ts'
import type { GeminiModelOptions } from './gemini-model-options.ts'

let server: ReplayServer
beforeEach(async () => {
  server = await createReplayServer(geminiRecordings)
})
afterEach(() => server.close())

const recorded = (name: 'text' | 'reasoning') => ({ recording: geminiRecordings.cases[name] as Recording })
const refused = (message: string) => ({ recording: { status: 400, body: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } } } })
const connect = (options: Partial<GeminiModelOptions> = {}) =>
  geminiModel({
    client: new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: server.url, retryOptions: { attempts: 1 } } }),
    model: 'gemini-2.5-flash',
    ...options,
  })
const body = (request: number) => server.requests[request]?.body

describe('geminiModel', () => {
  it('sends the system prompt as an instruction and the turns as contents', async () => {
    server.play(recorded('text'))
    await chunksOf(connect({ maxTokens: 50 }), { ...question, responseFormat: 'json_object' })
    expect(body(0)).toMatchObject({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'What is the share?' }] }],
      generationConfig: { maxOutputTokens: 50, responseMimeType: 'application/json' },
    })
  })

  it('[004-reas] keeps the signature of its thoughts and sends it back with the text', async () => {
    server.play(recorded('reasoning'))
    await chunksOf(connect(), askedAgain(await chunksOf(connect())))
    expect(body(1)).toMatchObject({
      contents: [{}, { role: 'model', parts: [{ text: 'The share is 40 %.', thoughtSignature: 'CpMBAdHtim9sGwoyRkFt' }] }, {}],
    })
  })

  it('asks for a level of thinking, then for a budget, then for none, as the model takes it', async () => {
    server.play(refused('Thinking level is not supported for this model.'), refused('Thinking is not enabled for this model'), recorded('text'))
    const model = connect({ reasoningEffort: 'high' })
    await chunksOf(model)
    await chunksOf(model)
    expect(body(0)).toMatchObject({ generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' } } })
    expect(body(1)).toMatchObject({ generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 16_384 } } })
    expect(JSON.stringify([body(2), body(3)])).not.toContain('thinking')
  })

  it('asks for a schema and for a function with the forms of the API', async () => {
    server.play(recorded('text'))
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    await chunksOf(connect(), { ...question, responseFormat: { name: 'planner_action', schema } })
    await chunksOf(connect(), { ...question, tool: { name: 'plan', description: 'Plans.', parameters: schema } })
    expect(body(0)).toMatchObject({ generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } })
    expect(body(1)).toMatchObject({
      tools: [{ functionDeclarations: [{ name: 'plan', parametersJsonSchema: schema }] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['plan'] } },
    })
  })
})
