import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { anthropicRecordings, geminiRecordings, type ModelUnderTest, openAiChatRecordings, openAiResponsesRecordings } from '@pf/testing/contracts'
import OpenAI from 'openai'
import { aiSdkModel } from '../ai-sdk.ts'
import { anthropicModel } from '../anthropic.ts'
import { geminiModel } from '../gemini.ts'
import { openaiModel } from '../openai.ts'
import { openaiResponsesModel } from '../openai-responses.ts'

const apiKey = 'sk-rec0rded-key'
const accepts = ['image/png', 'application/pdf']
const openAi = (baseURL: string) => new OpenAI({ apiKey, baseURL, maxRetries: 0, logLevel: 'off' })
const anthropic = (baseURL: string) => new Anthropic({ apiKey, baseURL, maxRetries: 0, logLevel: 'off' })
const google = (baseUrl: string) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl, retryOptions: { attempts: 1 } } })

/** Every model port with the client of its provider, as the contract tests it. */
export const portsUnderTest: Record<string, ModelUnderTest> = {
  'openai (package openai)': {
    recordings: openAiChatRecordings,
    connect: (url) => openaiModel({ client: openAi(url), model: 'gpt-4o', accepts }),
  },
  'openai-responses (package openai)': {
    recordings: openAiResponsesRecordings,
    connect: (url) => openaiResponsesModel({ client: openAi(url), model: 'gpt-5' }),
  },
  'anthropic (package @anthropic-ai/sdk)': {
    recordings: anthropicRecordings,
    connect: (url) => anthropicModel({ client: anthropic(url), model: 'claude-sonnet-5' }),
  },
  'gemini (package @google/genai)': {
    recordings: geminiRecordings,
    connect: (url) => geminiModel({ client: google(url), model: 'gemini-2.5-flash' }),
  },
  'ai-sdk (package @ai-sdk/openai-compatible)': {
    recordings: openAiChatRecordings,
    connect: (url) => aiSdkModel({ model: createOpenAICompatible({ name: 'recorded', baseURL: url, apiKey, includeUsage: true })('gpt-4o'), accepts }),
    except: { refusal: 'The package does not read the member `refusal`.' },
  },
  'ai-sdk (package @ai-sdk/anthropic)': {
    recordings: anthropicRecordings,
    connect: (url) => aiSdkModel({ model: createAnthropic({ baseURL: `${url}/v1`, apiKey })('claude-sonnet-5'), accepts }),
    except: { 'unsupported parameter': 'The package knows which models take no temperature, and leaves it out itself.' },
  },
}
