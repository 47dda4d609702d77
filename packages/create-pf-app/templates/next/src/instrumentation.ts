/** Called by Next once at the start: reports invalid settings and says which model answers. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const [{ default: config }, { readConfig }] = await Promise.all([import('../pf.config.ts'), import('./config.ts')])
  const { model } = readConfig(config)
  const { OPENAI_API_KEY: key, OPENAI_BASE_URL: url } = process.env
  console.log(key || url ? `${model.name} answers.` : 'The scripted model answers, because no OPENAI_API_KEY is set (see .env.example).')
}
