/** The console's own styles, on top of the common ones. */
export const consoleStyles = `
body{font-size:14px;line-height:20px}
.top{position:sticky;top:0;z-index:5;background:var(--surface);border-bottom:1px solid var(--border)}
.bar{max-width:1200px;margin:0 auto;padding:0 24px;display:flex;align-items:center;gap:24px;min-height:56px}
.brand{display:flex;align-items:center;gap:10px;font-weight:600;font-size:15px;color:var(--text);text-decoration:none;letter-spacing:-.01em}
.brand .muted{font-weight:400}
nav{display:flex;gap:4px;flex:1;min-width:0}
nav a{display:flex;align-items:center;gap:6px;padding:6px 12px;border-radius:8px;color:var(--muted);text-decoration:none;font-weight:500}
nav a:hover{color:var(--text);background:var(--soft)}
nav a[aria-current]{color:var(--text);background:var(--soft)}
.count{font-size:12px;line-height:16px;color:var(--muted)}
.count:empty{display:none}
.live{display:flex;align-items:center;gap:6px;white-space:nowrap}
.live i{width:8px;height:8px;border-radius:99px;background:#22C55E}.live.off i{background:#EF4444}
button,.button{min-height:36px;padding:0 12px;font-size:13px}
button.quiet{color:var(--muted);border-color:transparent;background:none}button.quiet:hover{color:var(--bad);background:var(--soft)}
input,select{min-height:36px;font-size:13px}
main{max-width:1200px;margin:0 auto;padding:24px}
.panes{display:grid;grid-template-columns:minmax(260px,360px) 1fr;gap:16px;align-items:start}
.list{padding:0;margin:0;list-style:none;background:var(--surface);border:1px solid var(--border);border-radius:10px;overflow:auto;max-height:calc(100vh - 112px)}
.list a{display:block;padding:12px 16px;color:var(--text);text-decoration:none;border-top:1px solid var(--border)}
.list li:first-child a{border-top:0}
.list a:hover{background:var(--soft)}.list a[aria-current]{background:var(--soft);box-shadow:inset 3px 0 0 var(--accent)}
.list .line{display:flex;justify-content:space-between;gap:12px}.list .line span:first-child,.list b{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.list b{display:block;font-weight:600}.list .snip{display:block;color:var(--muted);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.paper{background:var(--surface);border:1px solid var(--border);border-radius:10px;min-width:0}
.paper>header{padding:20px 24px 16px;border-bottom:1px solid var(--border)}.paper>header h1{font-size:20px;line-height:28px;overflow-wrap:anywhere}
.links{display:grid;gap:6px;padding:12px 24px;border-bottom:1px solid var(--border)}
.links a{overflow-wrap:anywhere;font-size:13px}
iframe{display:block;width:100%;min-height:240px;border:0;background:#fff;border-radius:0 0 10px 10px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font:13px/20px ui-monospace,SFMono-Regular,Menlo,monospace}
.pad{padding:20px 24px}
.empty{padding:72px 24px;text-align:center;color:var(--muted)}.empty b{display:block;color:var(--text);font-weight:600;margin-bottom:4px;font-size:15px}
.people{display:flex;gap:8px;flex-wrap:wrap;margin-bottom:16px}
.people a{display:flex;align-items:center;gap:8px;padding:4px 12px 4px 4px;border:1px solid var(--border);background:var(--surface);border-radius:99px;color:var(--text);text-decoration:none;font-weight:500;min-height:36px}
.people a:hover{border-color:var(--edge)}.people a[aria-current]{border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.people img{width:26px;height:26px;border-radius:99px}.people .all{padding-left:12px}
.feed{max-width:600px;margin:0 auto}
.feed .paper{overflow:hidden}
.banner{height:120px;background:linear-gradient(120deg,#4F46E5,#7C3AED 45%,#DB2777)}
.who{padding:0 20px 16px;border-bottom:1px solid var(--border)}
.who .face{display:flex;justify-content:space-between;align-items:flex-end;margin-top:-44px;gap:8px;flex-wrap:wrap}
.who img{width:88px;height:88px;border-radius:99px;border:4px solid var(--surface);background:var(--surface)}
.who h1{font-size:20px;line-height:24px;margin-top:8px}
.who .tools{display:flex;gap:8px}
.tweet{display:flex;gap:12px;padding:14px 20px 12px;border-top:1px solid var(--border)}
.tweet:first-of-type{border-top:0}
.tweet img{width:40px;height:40px;border-radius:99px;flex:none}
.tweet .text{white-space:pre-wrap;overflow-wrap:anywhere;font-size:15px;line-height:22px;margin:2px 0 0}.tweet .text span{color:var(--accent)}
.tweet .icons{display:flex;justify-content:space-between;max-width:380px;margin-top:10px;color:var(--muted)}
.cards{display:grid;gap:16px}
.customer{padding:20px 24px}
.customer>.head{display:flex;justify-content:space-between;gap:16px;flex-wrap:wrap;align-items:flex-start}
.customer h2{font-size:16px;line-height:24px;overflow-wrap:anywhere}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px 24px;margin:16px 0}
.facts dt{color:var(--muted);font-size:12px;line-height:16px}.facts dd{margin:2px 0 0;font-weight:500}
.tools{display:flex;gap:8px;flex-wrap:wrap}
.chip{display:inline-block;border-radius:99px;padding:1px 10px;font-size:12px;line-height:20px;font-weight:500;border:1px solid var(--border);white-space:nowrap}
.chip.trialing,.chip.active,.chip.paid,.chip.ok{background:var(--good-bg);color:var(--good);border-color:transparent}.chip.past_due,.chip.canceled,.chip.open,.chip.bad{background:var(--bad-bg);color:var(--bad);border-color:transparent}.chip.canceling,.chip.warn{background:var(--warn-bg);color:var(--warn);border-color:transparent}
table{width:100%;border-collapse:collapse;font-size:13px}th{text-align:left;font-weight:500;color:var(--muted);padding:8px 12px 8px 0}td{padding:8px 12px 8px 0;border-top:1px solid var(--border);overflow-wrap:anywhere}td:last-child,th:last-child{padding-right:0;text-align:right}
details>summary{cursor:pointer;color:var(--muted);min-height:28px;padding-top:4px}
.role{font-size:12px;line-height:16px;text-transform:uppercase;letter-spacing:.05em;color:var(--muted);margin-bottom:6px}
.turn{padding:16px 24px;border-top:1px solid var(--border)}.turn:first-of-type{border-top:0}.turn.answer{background:var(--soft);border-radius:0 0 10px 10px}
.posts{margin:0;padding:0;list-style:none;display:grid;gap:8px}.posts li{background:var(--surface);border:1px solid var(--border);border-radius:8px;padding:10px 14px;white-space:pre-wrap;overflow-wrap:anywhere}
.posts li small{display:block;color:var(--muted);margin-top:4px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:16px;align-items:start}
.two .card h2{font-size:16px;line-height:24px;margin-bottom:4px}
.two form{display:grid;gap:12px;margin-top:16px}.two form .pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}.two label input,.two label select{margin-top:4px}
.faults{list-style:none;padding:0;margin:16px 0 0}.faults li{display:flex;justify-content:space-between;gap:12px;align-items:center;padding:8px 0;border-top:1px solid var(--border)}
#toast{position:fixed;left:50%;bottom:24px;transform:translate(-50%,16px);background:var(--ink);color:var(--on-ink);padding:8px 16px;border-radius:8px;opacity:0;pointer-events:none;transition:opacity .15s,transform .15s;max-width:calc(100vw - 32px)}
#toast.on{opacity:1;transform:translate(-50%,0)}
@media (prefers-reduced-motion:reduce){#toast{transition:none}}
@media (max-width:760px){
.bar{padding:8px 16px;flex-wrap:wrap;gap:4px 12px}.brand{flex:1;min-height:40px}nav{order:3;flex:1 0 100%;overflow-x:auto;margin:0 -4px}nav a{padding:10px 10px}
main{padding:16px}.panes,.two{grid-template-columns:1fr}.list{max-height:40vh}.paper>header,.pad,.turn,.links,.customer{padding-left:16px;padding-right:16px}
button,.button,input,select{min-height:44px}
td:nth-child(3),th:nth-child(3){display:none}}
`;
