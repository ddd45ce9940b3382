import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { codeLanguageClass, isSafeLink } from '#contract/html.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/Field.tsx'
import { TextArea, TextInput } from '#src/shared/ui/TextInput.tsx'

export type Panel = 'code' | 'link'
type Props = { panel: Panel; editor: Editor; onClose: () => void }

/** Offered beside free typing. */
const LANGUAGES = ['python', 'javascript', 'typescript', 'sql', 'html', 'css', 'java', 'json', 'bash']

/** Asks for what a code block or a link needs, between the toolbar and the text. */
export const InsertPanel = (props: Props) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape gives up, wherever the focus is inside
    <div
      ref={box}
      className="flex flex-col gap-3 border-b border-line p-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        props.onClose()
      }}
    >
      {props.panel === 'code' ? <CodeFields {...props} /> : <LinkFields {...props} />}
    </div>
  )
}

const CodeFields = ({ editor, onClose }: Props) => {
  const { t } = useTranslation('community')
  const [language, setLanguage] = useState('')
  const [code, setCode] = useState(() => selectedText(editor))
  const name = language.trim().toLowerCase()
  const known = codeLanguageClass.test(`language-${name}`)
  const insert = () => {
    if (code.trim() === '' || (name !== '' && !known)) return
    // A text node: angle brackets stay characters.
    const block = {
      type: 'codeBlock',
      attrs: { language: name || null },
      content: [{ type: 'text', text: code.replace(/\r\n?/g, '\n') }],
    }
    editor
      .chain()
      .focus()
      .insertContent([block, { type: 'paragraph' }])
      .run()
    onClose()
  }
  return (
    <>
      <Field
        label={t('editor.codeLanguage')}
        optionalLabel={t('form.optional')}
        error={name !== '' && !known ? t('editor.codeLanguageInvalid') : null}
      >
        {(control) => (
          <>
            <TextInput
              {...control}
              dir="ltr"
              list={`${control.id}-list`}
              value={language}
              placeholder="python"
              onChange={(event) => setLanguage(event.target.value)}
              onKeyDown={swallowEnter}
            />
            <datalist id={`${control.id}-list`}>
              {LANGUAGES.map((value) => (
                <option key={value} value={value}>
                  {value}
                </option>
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label={t('editor.codeText')}>
        {(control) => (
          <TextArea
            {...control}
            dir="ltr"
            rows={5}
            spellCheck={false}
            className="font-mono text-sm"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <Buttons disabled={code.trim() === ''} onInsert={insert} onClose={onClose} />
    </>
  )
}

const LinkFields = ({ editor, onClose }: Props) => {
  const { t } = useTranslation('community')
  const [address, setAddress] = useState(() => (editor.getAttributes('link') as { href?: string }).href ?? '')
  const [wrong, setWrong] = useState(false)
  const insert = () => {
    const href = completed(address)
    if (href === null) return setWrong(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain
        .insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else chain.setLink({ href }).run()
    onClose()
  }
  return (
    <>
      <Field label={t('editor.linkAddress')} error={wrong ? t('editor.linkInvalid') : null}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="url"
            inputMode="url"
            value={address}
            placeholder="https://"
            onChange={(event) => {
              setAddress(event.target.value)
              setWrong(false)
            }}
            onKeyDown={(event) => {
              swallowEnter(event)
              if (event.key === 'Enter') insert()
            }}
          />
        )}
      </Field>
      <Buttons
        disabled={address.trim() === ''}
        onInsert={insert}
        onClose={onClose}
        onRemove={
          editor.isActive('link')
            ? () => {
                editor.chain().focus().extendMarkRange('link').unsetLink().run()
                onClose()
              }
            : undefined
        }
      />
    </>
  )
}

type ButtonsProps = {
  disabled: boolean
  onInsert: () => void
  onClose: () => void
  onRemove?: (() => void) | undefined
}

const Buttons = ({ disabled, onInsert, onClose, onRemove }: ButtonsProps) => {
  const { t } = useTranslation('community')
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" disabled={disabled} onClick={onInsert}>
        {t('editor.insert')}
      </Button>
      {onRemove && (
        <Button size="sm" variant="secondary" onClick={onRemove}>
          {t('editor.unlink')}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={onClose}>
        {t('action.cancel')}
      </Button>
    </div>
  )
}

/** Enter belongs to the panel, not to the form around it. */
const swallowEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

const selectedText = (editor: Editor): string => {
  const { from, to } = editor.state.selection
  return editor.state.doc.textBetween(from, to, '\n')
}

/** `example.org` means https; what is no web or mail address is none at all. */
const completed = (typed: string): string | null => {
  const address = typed.trim()
  const href = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`
  return address !== '' && !/\s/.test(address) && isSafeLink(href) ? href : null
}
