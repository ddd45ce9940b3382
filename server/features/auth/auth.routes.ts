import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth/auth.ts'
import { deviceKey } from '#contract/auth/device-key.ts'
import * as adminContract from '#contract/auth/account-admin.ts'
import * as passkeyContract from '#contract/auth/passkeys.ts'
import * as supportContract from '#contract/auth/support.ts'
import * as stepUpContract from '#contract/auth/step-up.ts'
import * as twoStepContract from '#contract/auth/two-step.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { createDeviceKeys } from './sessions/device-key.service.ts'
import { createGoogleLogin, createGoogleNonce } from './google/google.service.ts'
import { createLogin } from './passwords/login.service.ts'
import type { AuthDependencies } from './dependencies.ts'
import {
  createChangePassword,
  createForgotPassword,
  createResetPassword,
} from './passwords/passwords.service.ts'
import { createLogout, createRefresh } from './sessions/refresh.service.ts'
import { createSessionsService } from './sessions/sessions.service.ts'
import { createResend, createSignup } from './codes/signup.service.ts'
import { createVerifyEmail } from './codes/verify-email.service.ts'
import { createPasskeyLogin, createPasskeyLoginOptions } from './passkeys/passkey-login.service.ts'
import { createPasskeysService } from './passkeys/passkeys.service.ts'
import {
  createConfirmSecondStep,
  createConfirmSetUpAtSignIn,
  createPasskeySetUpOptions,
  createSetUpAtSignIn,
} from './two-step/second-step.service.ts'
import { createSignInAdmin } from './two-step/sign-in-admin.service.ts'
import { createSupportViews } from './support/support.service.ts'
import { createStepUp } from './two-step/step-up.service.ts'
import { createTwoStepService } from './two-step/two-step.service.ts'

/** Mounts every endpoint of contract/auth. */
export const registerAuthRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  dependencies: AuthDependencies,
): void => {
  const login = createLogin(dependencies)
  const refresh = createRefresh(dependencies)
  const googleNonce = createGoogleNonce()
  const googleLogin = createGoogleLogin(dependencies)
  const signup = createSignup(dependencies)
  const resend = createResend(dependencies)
  const verifyEmail = createVerifyEmail(dependencies)
  const forgotPassword = createForgotPassword(dependencies)
  const resetPassword = createResetPassword(dependencies)
  const changePassword = createChangePassword(dependencies)
  const logout = createLogout(dependencies)
  const sessions = createSessionsService(dependencies)
  const deviceKeys = createDeviceKeys(dependencies.secrets.devices)

  mount(app, pipeline, contract.login, (scope, { body }) => login(scope, body))
  mount(app, pipeline, contract.refresh, (scope, { body }) => refresh(scope, body))
  mount(app, pipeline, contract.googleNonce, (scope) => googleNonce(scope))
  mount(app, pipeline, contract.googleLogin, (scope, { body }) => googleLogin(scope, body))
  mount(app, pipeline, contract.signup, (scope, { body }) => signup(scope, body))
  mount(app, pipeline, contract.resendVerification, (scope, { body }) => resend(scope, body))
  mount(app, pipeline, contract.verifyEmail, (scope, { body }) => verifyEmail(scope, body))
  mount(app, pipeline, contract.forgotPassword, (scope, { body }) => forgotPassword(scope, body))
  mount(app, pipeline, contract.resetPassword, (scope, { body }) => resetPassword(scope, body))
  mount(app, pipeline, contract.changePassword, (scope, { body }) => changePassword(scope, body))
  mount(app, pipeline, contract.logout, (scope, { body }) => logout(scope, body))
  mount(app, pipeline, contract.listSessions, (scope) => sessions.list(scope))
  mount(app, pipeline, contract.endSession, (scope, { params }) => sessions.end(scope, params.sessionId))
  mount(app, pipeline, contract.endOtherSessions, (scope) => sessions.endOthers(scope))
  mount(app, pipeline, contract.me, (scope) => sessions.me(scope))
  mount(app, pipeline, deviceKey, async ({ tenant, actor }) => deviceKeys(tenant.clientId, actor.userId))
  registerTwoStepRoutes(app, pipeline, dependencies)
  registerPasskeyRoutes(app, pipeline, dependencies)
  registerAdminRoutes(app, pipeline, dependencies)
  registerSupportRoutes(app, pipeline, dependencies)
}

const registerTwoStepRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  dependencies: AuthDependencies,
): void => {
  const confirm = createConfirmSecondStep(dependencies)
  const setUp = createSetUpAtSignIn(dependencies)
  const confirmSetUp = createConfirmSetUpAtSignIn(dependencies)
  const passkeySetUp = createPasskeySetUpOptions(dependencies)
  const own = createTwoStepService(dependencies)
  const stepUp = createStepUp(dependencies)

  mount(app, pipeline, twoStepContract.confirmSecondStep, (scope, { body }) => confirm(scope, body))
  mount(app, pipeline, twoStepContract.setUpAtSignIn, (scope, { body }) => setUp(scope, body))
  mount(app, pipeline, passkeyContract.passkeySetUpOptions, (scope, { body }) => passkeySetUp(scope, body))
  mount(app, pipeline, twoStepContract.confirmSetUpAtSignIn, (scope, { body }) => confirmSetUp(scope, body))
  mount(app, pipeline, twoStepContract.twoStepState, (scope) => own.state(scope))
  mount(app, pipeline, twoStepContract.beginTotp, (scope) => own.beginTotp(scope))
  mount(app, pipeline, twoStepContract.confirmTotp, (scope, { body }) => own.confirmTotp(scope, body.code))
  mount(app, pipeline, twoStepContract.removeTotp, (scope) => own.removeTotp(scope))
  mount(app, pipeline, twoStepContract.renewRecoveryCodes, (scope) => own.renewRecoveryCodes(scope))
  mount(app, pipeline, stepUpContract.stepUpMethods, (scope) => stepUp.methods(scope))
  mount(app, pipeline, passkeyContract.stepUpOptions, (scope) => stepUp.passkeyOptions(scope))
  mount(app, pipeline, stepUpContract.stepUp, (scope, { body }) => stepUp.prove(scope, body))
}

const registerPasskeyRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  dependencies: AuthDependencies,
): void => {
  const loginOptions = createPasskeyLoginOptions()
  const login = createPasskeyLogin(dependencies)
  const own = createPasskeysService(dependencies)

  mount(app, pipeline, passkeyContract.passkeyLoginOptions, (scope, { body }) => loginOptions(scope, body))
  mount(app, pipeline, passkeyContract.passkeyLogin, (scope, { body }) => login(scope, body))
  mount(app, pipeline, passkeyContract.newPasskeyOptions, (scope) => own.options(scope))
  mount(app, pipeline, passkeyContract.addPasskey, (scope, { body }) => own.add(scope, body))
  mount(app, pipeline, passkeyContract.renamePasskey, (scope, { params, body }) =>
    own.rename(scope, params.passkeyId, body.name),
  )
  mount(app, pipeline, passkeyContract.removePasskey, (scope, { params }) =>
    own.remove(scope, params.passkeyId),
  )
}

const registerAdminRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  dependencies: AuthDependencies,
): void => {
  const admin = createSignInAdmin(dependencies)

  mount(app, pipeline, adminContract.readSignInRules, (scope) => admin.rules(scope))
  mount(app, pipeline, adminContract.setSignInRules, (scope, { body }) => admin.setRules(scope, body))
  mount(app, pipeline, adminContract.listSignInMembers, (scope, { query }) => admin.members(scope, query))
  mount(app, pipeline, adminContract.listMemberSessions, (scope, { params }) =>
    admin.sessions(scope, params.userId),
  )
  mount(app, pipeline, adminContract.endMemberSession, (scope, { params }) =>
    admin.endSession(scope, params.userId, params.sessionId),
  )
  mount(app, pipeline, adminContract.endMemberSessions, (scope, { params }) =>
    admin.endSessions(scope, params.userId),
  )
  mount(app, pipeline, adminContract.resetMemberSecondStep, (scope, { params }) =>
    admin.resetSecondStep(scope, params.userId),
  )
}

const registerSupportRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  dependencies: AuthDependencies,
): void => {
  const views = createSupportViews(dependencies)

  mount(app, pipeline, supportContract.startSupportView, (scope, { params, body }) =>
    views.start(scope, params.userId, body.reason),
  )
  mount(app, pipeline, supportContract.listSupportViews, (scope) => views.list(scope))
}
