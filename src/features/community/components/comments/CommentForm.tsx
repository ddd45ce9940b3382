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
  /** The draft's name: one for each thread, each comment answered, each comment edited. */
  name: string
  start?: string
  pending: boolean
  takesFocus?: boolean
  onSend: (draft: Draft, sent: () => void) => void
  onCancel?: () => void
}

const TEXTS = {
  comment: { label: 'comments.write', send: 'comments.post', empty: 'invalid.comment' },
  reply: { label: 'comments.writeReply', send: 'comments.postReply', empty: 'invalid.reply' },
  edit: { label: 'comments.edit', send: 'form.save', empty: 'invalid.comment' },
} as const

/** Writes a comment, a reply, or changes one; what is typed is kept until it is sent or cancelled. */
export const CommentForm = (props: Props) => {
  const { kind, threadId, name, start = '', pending, takesFocus, onSend, onCancel } = props
  const { t } = useTranslation('community')
  const notify = useNotify()
  const { draft, change, clear, restored, unsent } = useDraft<Draft>(
    name,
    { body: start, key: uuid() },
    (next) => next.body === start,
  )
  /** The editor reads its text once: after sending, an empty one takes its place. */
  const [sent, setSent] = useState(0)
  const texts = TEXTS[kind]
  const blank = isBlank(draft.body)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (pending) return
    if (blank) return notify({ kind: 'error', title: t(texts.empty), message: t(`${texts.empty}Message`) })
    onSend(draft, () => {
      clear()
      setSent((times) => times + 1)
    })
  }
  return (
    <form className="flex flex-col gap-3" onSubmit={submit}>
      {restored && <p className="text-sm text-ink-muted">{t('form.restored')}</p>}
      <Editor
        key={sent}
        label={t(texts.label)}
        placeholder={t('comments.placeholder')}
        value={draft.body}
        takesFocus={takesFocus === true || sent > 0}
        threadId={threadId}
        onChange={(body) => change({ body, key: uuid() })}
        onSubmit={submit}
      />
      <div className="flex flex-wrap justify-end gap-3">
        {onCancel && (
          <Button
            variant="secondary"
            onClick={() => {
              if (unsent) clear()
              onCancel()
            }}
          >
            {t('action.cancel')}
          </Button>
        )}
        <Button type="submit" disabled={blank || pending} aria-busy={pending}>
          {t(texts.send)}
        </Button>
      </div>
    </form>
  )
}
