import { useSearchParams } from 'react-router-dom'
import { BankList } from '../components/BankList.tsx'
import { NewQuestion, OneQuestion } from '../components/QuestionPages.tsx'
import { parseId } from '#src/shared/lib/parse-id.ts'

/** /admin/question-bank: the list, one question (`?question=12`) or a new one (`?question=new`). */
export const BankPage = () => {
  const [address] = useSearchParams()
  const question = address.get('question')
  const id = parseId(question)
  return (
    <>
      {id !== null ? (
        <OneQuestion key={id} questionId={id} />
      ) : question === 'new' ? (
        <NewQuestion />
      ) : (
        <BankList />
      )}
    </>
  )
}
