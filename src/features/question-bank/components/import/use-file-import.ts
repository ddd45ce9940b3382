import { useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { cutStart } from '#contract/text/truncate.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { toBase64 } from '#src/shared/lib/base64.ts'
import { useImportQuestions } from '../../api/bank.mutations.ts'
import {
  advanceFileImport,
  importRequest,
  initialFileImport,
  sizeProblem,
  type ImportDefaults,
} from '../../model/file-import.ts'

/** The shell of model/file-import.ts: reads the file, asks the server for a preview, then adds the rows. */
export const useFileImport = (language: Language, onDone: () => void) => {
  const { t } = useTranslation('question-bank')
  const notify = useNotify()
  const [state, dispatch] = useReducer(advanceFileImport, language, initialFileImport)
  const { mutate } = useImportQuestions()
  const { defaults } = state

  const read = async (chosen: File) => {
    const problem = sizeProblem(chosen.size)
    if (problem) return dispatch({ type: 'refused', problem })
    dispatch({ type: 'readingStarted' })
    const data = await toBase64(chosen).catch(() => null)
    if (data === null) return dispatch({ type: 'refused', problem: { reason: 'unreadable' } })
    const file = { name: cutStart(chosen.name, 255), data }
    mutate(importRequest(file, defaults, false), {
      onSuccess: (answer) => dispatch({ type: 'fileRead', file, answer }),
      onError: (error) => dispatch({ type: 'refused', problem: { reason: 'failed', error } }),
    })
  }
  const add = () => {
    if (state.step !== 'preview') return
    dispatch({ type: 'addingStarted' })
    mutate(importRequest(state.file, defaults, true), {
      onSuccess: ({ counts }) => {
        notify({ kind: 'success', title: t('import.done', { count: counts.new }) })
        onDone()
      },
      onError: (error) => dispatch({ type: 'addingFailed', error }),
    })
  }
  return {
    state,
    read,
    add,
    changeDefaults: (changes: Partial<ImportDefaults>) => dispatch({ type: 'defaultsChanged', changes }),
    startOver: () => dispatch({ type: 'startedOver' }),
  }
}
