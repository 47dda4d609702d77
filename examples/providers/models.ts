import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import type { Model } from '@pf/core'
import { aiSdkModel } from '@pf/planner/ai-sdk'
import { anthropicModel } from '@pf/planner/anthropic'
import { geminiModel } from '@pf/planner/gemini'
import { openaiModel } from '@pf/planner/openai'
import { openaiResponsesModel } from '@pf/planner/openai-responses'
import { anthropicRecordings, geminiRecordings, openAiChatRecordings, openAiResponsesRecordings, type ProviderRecordings } from '@pf/testing/contracts'
import OpenAI from 'openai'

/** A port, the protocol it speaks, and how an application makes its model; without a recorded server, the address is left out. */
export interface Example {
  recordings: ProviderRecordings
  connect(baseURL: string): Model
}

const apiKey = 'recorded'

export const examples: Record<string, Example> = {
  openai: {
    recordings: openAiChatRecordings,
    connect: (baseURL) => openaiModel({ client: new OpenAI({ apiKey, baseURL }), model: 'gpt-4o' }),
  },
  'openai-responses': {
    recordings: openAiResponsesRecordings,
    connect: (baseURL) => openaiResponsesModel({ client: new OpenAI({ apiKey, baseURL }), model: 'gpt-5', reasoningEffort: 'low', background: true }),
  },
  anthropic: {
    recordings: anthropicRecordings,
    connect: (baseURL) => anthropicModel({ client: new Anthropic({ apiKey, baseURL }), model: 'claude-sonnet-5', cacheSystemPrompt: true }),
  },
  gemini: {
    recordings: geminiRecordings,
    connect: (baseUrl) => geminiModel({ client: new GoogleGenAI({ apiKey, httpOptions: { baseUrl } }), model: 'gemini-2.5-flash' }),
  },
  'ai-sdk, OpenAI protocol': {
    recordings: openAiChatRecordings,
    connect: (baseURL) => aiSdkModel({ model: createOpenAICompatible({ name: 'recorded', apiKey, baseURL, includeUsage: true })('gpt-4o') }),
  },
  'ai-sdk, Anthropic': {
    recordings: anthropicRecordings,
    connect: (baseURL) => aiSdkModel({ model: createAnthropic({ apiKey, baseURL: `${baseURL}/v1` })('claude-sonnet-5') }),
  },
}
