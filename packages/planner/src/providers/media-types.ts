import type { ModelMessage } from '../model/model.ts'

/** The formats of images that the providers document in common. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

/** Images and PDF: what the current models of OpenAI's Responses API and of Anthropic take. */
export const imagesAndPdf: readonly string[] = [...imageTypes, 'application/pdf']

/** A file as a data URL, which protocols of OpenAI require. */
export const dataUrl = ({ media_type, data }: NonNullable<ModelMessage['media']>[number]): string => `data:${media_type};base64,${data}`

export const isImage = (media_type: string): boolean => media_type.startsWith('image/')
