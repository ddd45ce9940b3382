import IndentDecrease from 'lucide-react/icons/indent-decrease'
import IndentIncrease from 'lucide-react/icons/indent-increase'
import Undo from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import type { CodeKind } from '#contract/problems/problems.ts'
import type { EditorHandle } from './CodeEditor.tsx'
import { Key, KeyToolbar } from './KeyToolbar.tsx'

/** Characters that phone keyboards hide behind a second or third layer. */
const KEYS: Record<CodeKind, readonly string[]> = {
  python: ['(', ')', '[', ']', '{', '}', ':', '=', '"', "'", '_', '#', '<', '>', '+', '-', '*', '/', '%'],
  javascript: [
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    ';',
    '=',
    '=>',
    '"',
    "'",
    '`',
    '<',
    '>',
    '+',
    '-',
    '*',
    '/',
    '!',
    '&',
    '|',
  ],
  sql: ['(', ')', ',', '*', "'", '=', '<', '>', ';', '_', '.', '%'],
}
type Props = { language: CodeKind; editor: () => EditorHandle | null }

/** The row of keys below the editor. */
export const CodeKeys = ({ language, editor }: Props) => {
  const { t } = useTranslation('courses/learning/problem')
  return (
    <KeyToolbar label={t('keys.label')}>
      <Key label={t('keys.indent')} onPress={() => editor()?.indent(true)}>
        <IndentIncrease aria-hidden="true" size={18} />
      </Key>
      <Key label={t('keys.outdent')} onPress={() => editor()?.indent(false)}>
        <IndentDecrease aria-hidden="true" size={18} />
      </Key>
      <Key label={t('keys.undo')} onPress={() => editor()?.undo()}>
        <Undo aria-hidden="true" size={18} />
      </Key>
      {KEYS[language].map((key) => (
        <Key key={key} onPress={() => editor()?.insert(key)}>
          {key}
        </Key>
      ))}
    </KeyToolbar>
  )
}
