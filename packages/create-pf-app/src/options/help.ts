import { defaultModel, packageManagers, stores, templates } from './choices.ts'

const list = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries)
    .map(([name, what]) => `                         ${name.padEnd(10)} ${what}`)
    .join('\n')

/** The text of --help. */
export const help = `Makes an app with an agent: npm create pf-app FOLDER -- [options]

  --template NAME        Default: ${Object.keys(templates)[0]}
${list(templates)}
  --store NAME           Default: ${Object.keys(stores)[0]}
${list(stores)}
  --with-rich-output     The agent answers with charts, tables and forms as well (default)
  --no-rich-output       The agent answers with text only
  --model NAME           The model that answers once a key is set. Default: ${defaultModel}
  --package-manager NAME ${packageManagers.join(', ')}. Default: the one that runs this command
  --yes, -y              Asks nothing
  --help, -h             Shows this text
  --version, -v          Shows the version`
