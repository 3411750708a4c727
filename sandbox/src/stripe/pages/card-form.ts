import { type Html, html } from '../../http/html.ts';
import type { CardInput } from '../billing/cards.ts';
import { invalidRequest } from '../billing/failures.ts';

/** The card fields, prefilled with a working card or with `values` typed before. */
export function cardFields(values: URLSearchParams | null): Html {
  const value = (name: string, fallback: string): string => values?.get(name) ?? fallback;
  return html`<fieldset class="card-fields"><legend>Card information</legend>
<input name="number" aria-label="Card number" inputmode="numeric" autocomplete="cc-number" required value="${value('number', '4242 4242 4242 4242')}" class="num">
<input name="expiry" aria-label="Expiry, month and year" inputmode="numeric" autocomplete="cc-exp" required placeholder="MM / YY" value="${value('expiry', '12 / 34')}" class="num">
<input name="cvc" aria-label="Security code" inputmode="numeric" autocomplete="cc-csc" required placeholder="CVC" value="${value('cvc', '123')}" class="num">
</fieldset>
<label class="field">Name on card<input name="name" autocomplete="cc-name" value="${value('name', '')}"></label>
<details class="small"><summary>Test cards</summary>
<ul class="cards">
<li><button type="button" class="pick num" data-number="4242 4242 4242 4242">4242 4242 4242 4242</button> pays</li>
<li><button type="button" class="pick num" data-number="4111 1111 1111 1111">4111 1111 1111 1111</button> pays; the same card, whoever uses it</li>
<li><button type="button" class="pick num" data-number="4000 0000 0000 0002">4000 0000 0000 0002</button> is declined</li>
<li><button type="button" class="pick num" data-number="4000 0025 0000 3155">4000 0025 0000 3155</button> asks its bank once</li>
<li><button type="button" class="pick num" data-number="4000 0000 0000 3220">4000 0000 0000 3220</button> asks its bank at every charge</li>
<li><button type="button" class="pick num" data-number="4000 0000 0000 0341">4000 0000 0000 0341</button> is accepted, fails when charged</li>
</ul></details>`;
}

/** Puts a selected test card into the field. */
export const cardScript =
  "document.querySelectorAll('.pick').forEach(b=>b.addEventListener('click',()=>{document.querySelector('[name=number]').value=b.dataset.number}))";

export const cardStyles = `
fieldset.card-fields{border:0;padding:0;margin:0;display:grid;grid-template-columns:1fr 1fr}
.card-fields legend{font-weight:500;font-size:13px;line-height:20px;padding:0;margin-bottom:4px}
.card-fields input{border-radius:0;margin:0 0 -1px 0;position:relative}
.card-fields input:focus-visible{z-index:1}
.card-fields input:nth-of-type(1){grid-column:1/-1;border-radius:8px 8px 0 0}
.card-fields input:nth-of-type(2){border-radius:0 0 0 8px}
.card-fields input:nth-of-type(3){border-radius:0 0 8px 0;margin-left:-1px;width:calc(100% + 1px)}
.field{margin-top:16px}.field input{margin-top:4px}
details{margin-top:12px;color:var(--muted)}summary{cursor:pointer}
.cards{margin:8px 0 0;padding:0;list-style:none}.cards li{margin:2px 0}
.pick{min-height:28px;padding:0 8px;font-size:13px;border-radius:6px}
`;

/** Parses the card fields of a submitted form. */
export function readCardForm(form: URLSearchParams): CardInput {
  const number = (form.get('number') ?? '').replace(/\D/g, '');
  const [month = '', year = ''] = (form.get('expiry') ?? '').split('/').map((part) => part.trim());
  const expMonth = Number(month);
  const expYear = 2000 + (Number(year) % 100);
  const lastMoment = Date.UTC(expYear, expMonth, 1);
  if (!(expMonth >= 1 && expMonth <= 12) || Number.isNaN(expYear) || lastMoment < Date.now()) {
    throw invalidRequest("Your card's expiration date is invalid.", 'exp_month', 'invalid_expiry_month', 402);
  }
  if (!/^\d{3,4}$/.test((form.get('cvc') ?? '').trim())) {
    throw invalidRequest("Your card's security code is invalid.", 'cvc', 'invalid_cvc', 402);
  }
  return { number, expMonth, expYear, name: form.get('name')?.trim() || null };
}
