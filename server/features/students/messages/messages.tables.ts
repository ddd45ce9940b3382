import type { StudentMessage } from '#contract/students/messages.ts'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    student_message: {
      client_id: number
      id: StudentMessage['id']
      user_id: number
      sender_id: number | null
      subject: string
      text: string
      sent_at: Date
    }
  }
}
