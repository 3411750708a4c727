import type Stripe from 'stripe';
import { money } from './objects.ts';
import { dateOf } from './portal-frame.ts';

interface Word {
  x: number;
  y: number;
  size: number;
  bold: boolean;
  text: string;
}

/** The invoice as a one-page PDF, written by hand with the fonts that every reader has. */
export function invoicePdf(invoice: Stripe.Invoice): Buffer {
  return writePdf(layOut(invoice));
}

function layOut(invoice: Stripe.Invoice): Word[] {
  const words: Word[] = [];
  const put = (x: number, y: number, text: string, size = 10, bold = false): void => {
    words.push({ x, y, size, bold, text });
  };
  put(56, 770, 'Invoice', 24, true);
  put(56, 745, 'Drumbeat', 11, true);
  put(340, 770, 'Invoice number', 9, true);
  put(440, 770, invoice.number ?? 'draft', 9);
  put(340, 755, 'Date of issue', 9, true);
  put(440, 755, dateOf(invoice.created), 9);
  put(340, 740, 'Status', 9, true);
  put(440, 740, invoice.status ?? '', 9);
  put(56, 700, 'Bill to', 9, true);
  put(56, 685, invoice.customer_name ?? invoice.customer_email ?? '');
  if (invoice.customer_name) put(56, 670, invoice.customer_email ?? '');
  put(56, 630, `${money(invoice.total, invoice.currency)} due ${dateOf(invoice.created)}`, 16, true);
  put(56, 590, 'Description', 9, true);
  put(470, 590, 'Amount', 9, true);
  let y = 570;
  for (const line of invoice.lines.data) {
    put(56, y, line.description ?? '');
    put(470, y, money(line.amount, line.currency));
    put(56, y - 13, `${dateOf(line.period.start)} - ${dateOf(line.period.end)}`, 8);
    y -= 36;
  }
  put(370, y - 8, 'Total', 10, true);
  put(470, y - 8, money(invoice.total, invoice.currency), 10, true);
  put(370, y - 26, 'Amount paid');
  put(470, y - 26, money(invoice.amount_paid, invoice.currency));
  put(370, y - 44, 'Amount due', 10, true);
  put(470, y - 44, money(invoice.amount_remaining, invoice.currency), 10, true);
  put(56, 56, 'Made by the Drumbeat sandbox, which stands in for Stripe. No money moved.', 8);
  return words;
}

function writePdf(words: Word[]): Buffer {
  const content = words
    .map(
      (word) =>
        `BT /${word.bold ? 'B' : 'R'} ${word.size} Tf ${word.x} ${word.y} Td (${literal(word.text)}) Tj ET`,
    )
    .join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets: number[] = [];
  objects.forEach((object, index) => {
    offsets.push(Buffer.byteLength(file, 'latin1'));
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const start = Buffer.byteLength(file, 'latin1');
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

// The standard fonts know Latin-1 only; what lies outside becomes a question mark.
function literal(text: string): string {
  return text
    .replace(/[\\()]/g, (character) => `\\${character}`)
    .replace(/[–—−]/g, '-')
    .replaceAll('€', '\\200')
    .replace(/[^\x20-\x7e\xa0-\xff]/g, '?');
}
