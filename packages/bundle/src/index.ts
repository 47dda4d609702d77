// The public API of @pf/bundle. Modules of this package do not import this file.
export { type ArtifactPolicy, type ExportOptions, exportBundle, writeBundle } from './export/export-bundle.ts'
export { type RedactionPolicy, redactBundle } from './export/redact.ts'
export type {
  AgentDescription,
  Bundle,
  BundledArtifact,
  BundledRun,
  RecordedRequest,
  ToolDescription,
  ToolEnd,
  ToolExecution,
  ToolOperation,
} from './format/bundle.ts'
export { checkBundle, type ReadBundleLimits, readBundle } from './format/read-bundle.ts'
export { createRecordedAgent, type RecordingOptions } from './recorder/record-agent.ts'
export { createMemoryRecorder, type MemoryRecorderOptions, type RunRecorder, type RunRecording } from './recorder/run-recorder.ts'
export type { ReplayDifference } from './replay/compare.ts'
export type { RunOutline } from './replay/compare-runs.ts'
export { type ReplayOptions, type ReplayResult, replayBundle } from './replay/replay-bundle.ts'
