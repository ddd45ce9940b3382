import { useTranslation } from 'react-i18next'
import { useState, type FormEvent } from 'react'
import { v4 as uuid } from 'uuid'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useDraft } from '../../hooks/use-draft.ts'
import { isBlank } from '../../model/html.ts'
import { Editor } from '../Editor.tsx'

interface Draft {
  body: string
  key: string
}

type Props = {
  kind: 'comment' | 'reply' | 'edit'
  threadId: number
  /** The draft's name: one per thread, per answered comment and per edited comment. */
  name: string
  initialBody?: string
  pending: boolean
  takesFocus?: boolean
  onSend: (draft: Draft, onSent: () => void) => void
  onCancel?: () => void
}

const TEXTS = {
  comment: { label: 'comments.write', send: 'comments.post', empty: 'invalid.comment' },
  reply: { label: 'comments.writeReply', send: 'comments.postReply', empty: 'invalid.reply' },
  edit: { label: 'comments.edit', send: 'form.save', empty: 'invalid.comment' },
} as const

/** Writes or edits a comment or reply; the draft is kept until it is sent or cancelled. */
export const CommentForm = (props: Props) => {
  const { kind, threadId, name, initialBody = '', pending, takesFocus, onSend, onCancel } = props
  const { t } = useTranslation('community')
  const notify = useNotify()
  const { draft, change, clear, isRestored, isUnsent } = useDraft<Draft>(
    name,
    { body: initialBody, key: uuid() },
    (next) => next.body === initialBody,
  )
  /** The editor reads its value once: after sending, a new empty one replaces it. */
  const [sentCount, setSentCount] = useState(0)
  const texts = TEXTS[kind]
  const isEmpty = isBlank(draft.body)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (pending) return
    if (isEmpty) return notify({ kind: 'error', title: t(texts.empty), message: t(`${texts.empty}Message`) })
    onSend(draft, () => {
      clear()
      setSentCount((times) => times + 1)
    })
  }
  return (
    <form className="flex flex-col gap-3" onSubmit={submit}>
      {isRestored && <p className="text-sm text-ink-muted">{t('form.restored')}</p>}
      <Editor
        key={sentCount}
        label={t(texts.label)}
        placeholder={t('comments.placeholder')}
        value={draft.body}
        takesFocus={takesFocus === true || sentCount > 0}
        threadId={threadId}
        onChange={(body) => change({ body, key: uuid() })}
        onSubmit={submit}
      />
      <div className="flex flex-wrap justify-end gap-3">
        {onCancel && (
          <Button
            variant="secondary"
            onClick={() => {
              if (isUnsent) clear()
              onCancel()
            }}
          >
            {t('action.cancel')}
          </Button>
        )}
        <Button type="submit" disabled={isEmpty || pending} aria-busy={pending}>
          {t(texts.send)}
        </Button>
      </div>
    </form>
  )
}
