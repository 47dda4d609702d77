import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { artifact } from '@pf/artifacts/zod'
import { defineTool } from '@pf/planner'
import { z } from 'zod'

const mediaFiles = {
  beak: {
    file: 'penguin-beak.png',
    media_type: 'image/png',
    alt: 'Drawing of a penguin’s head: beak length runs along the upper ridge, beak depth across the beak at its base',
  },
  co2_film: { file: 'co2.webm', media_type: 'video/webm', alt: 'The line of yearly CO2 averages grows from 1958 to 2020' },
} as const

/** Finds an image or a video by name. Its bytes are an artifact: the model receives a description and a reference. */
export function findMedia(page: string) {
  return defineTool({
    name: 'find_media',
    description:
      'Finds a picture or film: beak (how a penguin’s beak is measured, picture), co2_film (CO2 since 1958, film). Refer to it as {"$artifact": "find_media.file"} in the src of image or video.',
    input: z.object({ name: z.enum(['beak', 'co2_film']) }).strict(),
    output: z.object({ name: z.string(), shows: z.string(), file: artifact(z.string(), { shape: 'file' }) }),
    sideEffects: 'none',
    idempotent: true,
    async run({ name }) {
      const { file, media_type, alt } = mediaFiles[name]
      const bytes = await readFile(join(page, 'media', file))
      return { name, shows: alt, file: `data:${media_type};base64,${bytes.toString('base64')}` }
    },
  })
}
