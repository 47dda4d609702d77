import type { PlannerEventType } from '@pf/core'

interface EventText {
  when: string
  /** What AG-UI clients receive for it. */
  wire: string
}

/** When each planner event is written, and what it becomes on the wire. */
export const events = {
  run_start: { when: 'A segment of a run begins: at its start, and after each answer to a question.', wire: '`RUN_STARTED`' },
  step_start: { when: 'A call of the model and what follows from it begin.', wire: '`STEP_STARTED`' },
  step_complete: { when: 'A step has ended.', wire: '`STEP_FINISHED`' },
  llm_stream_chunk: {
    when: 'A part of the answer or of the reasoning was written.',
    wire: '`TEXT_MESSAGE_START`, `TEXT_MESSAGE_CONTENT` and `TEXT_MESSAGE_END` for the channel `answer`; the `REASONING_…` events for `thinking`',
  },
  answer_reset: {
    when: 'The answer of an attempt is withdrawn, because it is repaired or revised.',
    wire: 'CUSTOM `answer_reset`; for other clients a `MESSAGES_SNAPSHOT` without it',
  },
  tool_call_start: { when: 'The model calls a tool.', wire: '`TOOL_CALL_START`' },
  tool_call_args: { when: 'A part of the arguments was written.', wire: '`TOOL_CALL_ARGS`' },
  tool_call_end: { when: 'The arguments are complete.', wire: '`TOOL_CALL_END`' },
  tool_call_progress: { when: 'The tool reports its progress.', wire: 'CUSTOM `tool_call_progress`' },
  tool_call_result: { when: 'The tool has ended.', wire: '`TOOL_CALL_RESULT`, except for tools of the front end' },
  artifact_chunk: {
    when: 'A component or a part of an artifact is there to show.',
    wire: 'CUSTOM `artifact_chunk`; for other clients also an `ACTIVITY_SNAPSHOT` of type `ui_component`',
  },
  artifact_stored: { when: 'An artifact was stored.', wire: 'CUSTOM `artifact_stored`' },
  artifact_update: { when: 'A component that is shown was changed.', wire: 'CUSTOM `artifact_update`; for other clients also an `ACTIVITY_DELTA`' },
  artifact_rejected: { when: 'A request for a component was not valid; the model is informed of the reason.', wire: 'CUSTOM `artifact_rejected`' },
  pause: { when: 'The run waits for answers of the user.', wire: 'CUSTOM `pause`; the interrupts of the `RUN_FINISHED` that follows' },
  resume: { when: 'A question was answered, cancelled, or has expired.', wire: 'nothing; the run continues' },
  state_snapshot: { when: 'The shared state at this point.', wire: '`STATE_SNAPSHOT`' },
  state_delta: { when: 'A tool has changed the shared state.', wire: '`STATE_DELTA`' },
  repair: { when: 'Output of the model was not usable and is asked for again.', wire: 'CUSTOM `repair`' },
  usage: { when: 'The model has reported its tokens.', wire: '`usage` of the terminal event' },
  budget: { when: 'A step was charged to budgets.', wire: 'CUSTOM `budget`' },
  warning: { when: 'Something went wrong without ending the run.', wire: 'CUSTOM `warning`' },
  run_message: { when: 'A message to the run was read, or came too late.', wire: 'CUSTOM `run_message`' },
  draft_delta: { when: 'A part of a draft was written.', wire: 'a named event of the stream of the draft' },
  draft_done: { when: 'A version of a draft is complete, or could not be read.', wire: 'a named event of the stream of the draft' },
  task_start: { when: 'A background task was created.', wire: 'CUSTOM `task_start`; for other clients also an activity of type `task`' },
  task_progress: { when: 'A background task reports its progress.', wire: 'CUSTOM `task_progress`, and the activity' },
  task_pause: { when: 'A background task waits for an answer.', wire: 'CUSTOM `task_pause`, and the activity' },
  task_result: { when: 'A background task has ended.', wire: 'CUSTOM `task_result`, and the activity' },
  task_group_start: { when: 'A group of tasks was created.', wire: 'CUSTOM `task_group_start`; for other clients also an activity of type `task_group`' },
  task_group_result: { when: 'A group of tasks has ended.', wire: 'CUSTOM `task_group_result`, and the activity' },
  finish: { when: 'The segment ends, with one `FinalPayload`.', wire: '`RUN_FINISHED` or `RUN_ERROR`' },
} satisfies Record<PlannerEventType, EventText>
