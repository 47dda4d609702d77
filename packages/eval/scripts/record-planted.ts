// Records the stand-in model under both descriptions of charts: npm run pf -- node --conditions=pf-source packages/eval/scripts/record-planted.ts
import { recordRuns } from '../src/recording/recorded-runs.ts'
import { type Recording, writeRecording } from '../src/recording/recording-file.ts'
import { runSuite } from '../src/run/run-suite.ts'
import { plantedSuite, policyWith, recordingPath, startReader, worsened } from '../src/test-support/planted.ts'

const suite = await plantedSuite()
const { model, close } = await startReader()
for (const [side, override] of [
  ['before', undefined],
  ['after', worsened],
] as const) {
  const recording: Recording = { model: model.name, runs: new Map() }
  const { runs } = await runSuite({ suite, configuration: { name: side, model, policy: policyWith(suite, override) }, modelFor: recordRuns(model, recording) })
  await writeRecording(recordingPath(side), recording)
  console.log(`${side}: ${runs.length} runs`)
}
await close()
