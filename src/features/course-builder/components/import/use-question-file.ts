import { useMutation } from '@tanstack/react-query'
import { useReducer } from 'react'
import { answerTextsOf } from '#contract/courses/answer-texts.ts'
import { readQuestionFile } from '#contract/course-import/course-import.ts'
import { ANSWER_TEXT_COMPARED, QUESTION_FILE_MAX_BYTES } from '#contract/question-bank/question-import.ts'
import { cut, cutStart } from '#contract/text/truncate.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { toBase64 } from '#src/shared/lib/base64.ts'
import { advanceFile, initialFile } from '../../model/question-file.ts'
import type { Question } from '../../model/questions.ts'

/** The shell of model/question-file.ts: lets the server read the file. */
export const useQuestionFile = (existing: readonly Question[]) => {
  const [state, dispatch] = useReducer(advanceFile, initialFile)
  const { mutate } = useMutation({
    mutationFn: async (file: File) =>
      authedCall(readQuestionFile, {
        body: {
          name: cutStart(file.name, 255),
          data: await toBase64(file),
          existing: existing.map((question) => ({
            kind: question.kind,
            prompt: cut(question.prompt, 4000),
            answers: answerTextsOf(question).map((text) => cut(text, ANSWER_TEXT_COMPARED)),
          })),
        },
      }),
    onSuccess: (report) => dispatch({ type: 'fileRead', report }),
    onError: (error) => dispatch({ type: 'refused', problem: { reason: 'failed', error } }),
  })
  return {
    state,
    read: (file: File) => {
      if (file.size > QUESTION_FILE_MAX_BYTES)
        return dispatch({ type: 'refused', problem: { reason: 'tooLarge' } })
      dispatch({ type: 'readingStarted' })
      mutate(file)
    },
    chooseRows: (chosen: ReadonlySet<number>) => dispatch({ type: 'rowsChosen', chosen }),
    startOver: () => dispatch({ type: 'startedOver' }),
  }
}
