import { Failure } from '../../http/failure.ts';

/** An invalid request in Stripe's error format. */
export function invalidRequest(message: string, param?: string, code?: string, status = 400): Failure {
  return new Failure(status, {
    error: {
      ...(code ? { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}),
      message,
      ...(param ? { param } : {}),
      type: 'invalid_request_error',
    },
  });
}

/** A reference to an object that does not exist. */
export function missing(kind: string, id: string, param = 'id', status = 404): Failure {
  return invalidRequest(`No such ${kind}: '${id}'`, param, 'resource_missing', status);
}

/** The bank asked for authentication, and the cardholder did not confirm. */
export function authenticationFailed(): Failure {
  return new Failure(402, {
    error: {
      code: 'payment_intent_authentication_failure',
      doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      type: 'card_error',
    },
  });
}

/** The bank declined the charge. */
export function cardDeclined(): Failure {
  return new Failure(402, {
    error: {
      code: 'card_declined',
      decline_code: 'generic_decline',
      doc_url: 'https://stripe.com/docs/error-codes/card-declined',
      message: 'Your card was declined.',
      type: 'card_error',
    },
  });
}
