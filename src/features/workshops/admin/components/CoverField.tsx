import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import ImageIcon from 'lucide-react/icons/image'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Spinner } from '#src/shared/ui/feedback/Spinner.tsx'
import { storeCover } from '../api/workshops.queries.ts'
import type { EditorState } from '../hooks/use-workshop-editor.ts'

const COVER_MAX_BYTES = 5 * 1024 * 1024

const readBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // In parts: a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCodePoint(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

/** The picture above the public page; without one it is drawn from the title. */
export const CoverField = ({ editor, error }: { editor: EditorState; error: string | undefined }) => {
  const { t } = useTranslation('workshops/admin')
  const notify = useNotify()
  const { draft, change } = editor
  const upload = useMutation({
    mutationFn: async (file: File) => storeCover(await readBase64(file)),
    onSuccess: ({ url }) => change({ cover: url }),
    onError: (problem) => notify({ kind: 'error', title: errorText(problem, t('cover.failed')) }),
  })
  const choose = (file: File | undefined) => {
    if (!file) return
    if (file.size > COVER_MAX_BYTES) notify({ kind: 'error', title: t('cover.large') })
    else upload.mutate(file)
  }
  return (
    <Field label={t('cover.label')} hint={t('cover.hint')} error={error}>
      {(control) => (
        <div className="flex flex-col gap-3 sm:flex-row sm:items-center">
          <div className="w-full overflow-hidden rounded-xl sm:w-56">
            <CourseCover title={draft.title} src={draft.cover} />
          </div>
          <div className="flex flex-wrap gap-2">
            <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border border-line-strong bg-surface-raised px-4 font-semibold text-ink outline-focus hover:bg-surface-sunken has-focus-visible:outline-2">
              {upload.isPending ? <Spinner size={18} /> : <ImageIcon aria-hidden="true" size={18} />}
              {t('cover.choose')}
              <input
                {...control}
                type="file"
                accept="image/png,image/jpeg,image/webp"
                className="sr-only"
                onChange={({ target }) => {
                  choose(target.files?.[0])
                  target.value = ''
                }}
              />
            </label>
            {draft.cover !== null && (
              <Button variant="ghost" onClick={() => change({ cover: null })}>
                {t('cover.remove')}
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}
