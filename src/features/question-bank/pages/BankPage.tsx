import { useSearchParams } from 'react-router-dom'
import { BankList } from '../components/BankList.tsx'
import { NewQuestionPage, QuestionPage } from '../components/QuestionPages.tsx'
import { parseId } from '#src/shared/lib/parse-id.ts'

/** /admin/question-bank: the list, one question (`?question=12`) or a new one (`?question=new`). */
export const BankPage = () => {
  const [searchParams] = useSearchParams()
  const question = searchParams.get('question')
  const id = parseId(question)
  return (
    <>
      {id !== null ? (
        <QuestionPage key={id} questionId={id} />
      ) : question === 'new' ? (
        <NewQuestionPage />
      ) : (
        <BankList />
      )}
    </>
  )
}
